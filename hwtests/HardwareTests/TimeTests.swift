import Foundation
import TestSupport
import Testing

@Suite("Devices and time", .needsSimulator) struct TimeTests {
  /// A machine, the device that is asked for, and whether it decodes, too.
  struct Place: Sendable, CustomTestStringConvertible {
    let unit: Unit
    let machine: Machine
    let decodes: Bool
    var testDescription: String { "\(unit.rawValue)\(decodes ? ", decoding" : "")" }

    static let all = [
      Place(unit: .vaapi, machine: .with(.vaapi), decodes: false),
      Place(unit: .nvenc, machine: .with(.nvenc), decodes: false),
      Place(unit: .vaapi, machine: .vaapi("decode=h264,hevc;scale=1"), decodes: true),
      Place(unit: .nvenc, machine: .nvenc("decode=h264,hevc"), decodes: true),
    ]
  }

  /// Options, and the frames that come out of sixty at 30 a second.
  static let jobs: [(options: [String], numbers: [Int])] = [
    (["--fps", "60"], (0..<120).map { $0 / 2 }), (["--fps", "15"], Array(stride(from: 0, to: 60, by: 2))),
    (["--max-fps", "10"], Array(stride(from: 0, to: 60, by: 3))), (["--speed", "2"], Array(0..<60)),
    (
      ["--speed-range", "0.5..1:1/2", "--fps", "30"],
      (0..<75).map { $0 < 15 ? $0 : $0 < 45 ? 15 + ($0 - 15) / 2 : $0 - 15 }
    ),
  ]

  @Test("frames are repeated, dropped and re-timed as by the processor", arguments: Place.all, jobs)
  func times(place: Place, job: (options: [String], numbers: [Int])) async throws {
    let clip = Clip.numbered(rate: "30", count: 60)
    let options = ["--backend", place.unit.rawValue] + job.options
    let plan = try await SwageCommand.run(
      ["compress", "--dry-run", "--json"] + options + [try await clip.file.path],
      environment: try await place.machine.environment())
    #expect(
      try JSON(text: plan.output)["attempts"][0]["decoding"].string == (place.decodes ? "device" : "processor"))
    let made = try await place.machine.compress(clip, options + settled)
    let output = try await made.reopened(mayBeLarger: true)
    #expect(made.report["backend"].string == place.unit.rawValue)
    #expect(!made.report["warnings"].mentions("didn't decode"))
    #expect(try await output.frameNumbers() == job.numbers)
    let expected = try await Machine.bare.compress(clip, ["--backend", "software"] + job.options + settled).reopened(
      mayBeLarger: true)
    #expect(try await Comparison(source: expected, output: output).timingFaults(tolerance: 0.001) == [])
  }

  @Test("a frame that a device loses is noticed, also where frames are repeated", arguments: Unit.allCases)
  func loses(unit: Unit) async throws {
    let fault = unit == .vaapi ? "EndPicture@frame9:garbage" : "LockBitstream@frame9:garbage"
    let job = try await Machine.with(unit).compress(
      .numbered(rate: "30", count: 60), ["--fps", "60"] + settled, faults: [fault])
    #expect(job.report["backend"].string == "software", "\(job.report["attempts"])")
    #expect(try await job.reopened(mayBeLarger: true).frameNumbers() == (0..<120).map { $0 / 2 })
  }
}
