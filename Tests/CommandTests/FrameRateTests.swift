import Foundation
import TestSupport
import Testing

@Suite("Frame rates") struct FrameRateTests {
  private let freely = quick + ["--allow-larger"]

  /// A source, a cap, and the frames that are kept of it.
  struct Golden: Sendable, CustomTestStringConvertible {
    let rate: String
    let count: Int
    let cap: String
    let kept: [Int]
    var testDescription: String { "\(rate) to \(cap)" }

    static let all = [
      Golden(
        rate: "30", count: 30, cap: "24",
        kept: [0, 1, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14, 15, 16, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29]),
      Golden(
        rate: "30", count: 30, cap: "20",
        kept: [0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 23, 24, 26, 27, 29]),
      Golden(rate: "60", count: 60, cap: "30", kept: Array(stride(from: 0, to: 60, by: 2))),
      Golden(rate: "25", count: 25, cap: "24", kept: Array(0...11) + Array(13...24)),
      Golden(
        rate: "30000/1001", count: 60, cap: "24",
        kept: (0..<48).map { Int((Double($0) * 30_000 / 1_001 / 24).rounded()) }),
    ]
  }

  @Test("a cap keeps the known frames, each at its own time", arguments: Golden.all, ["out.mp4", "out.mkv"])
  func golden(_ golden: Golden, name: String) async throws {
    let clip = Clip.numbered(rate: golden.rate, count: golden.count)
    let job = try await Job.compress(clip, ["--max-fps", golden.cap] + freely, to: name)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try await output.frameNumbers() == golden.kept)
    let source = try await job.sourceFacts().frameTimes().map { $0 ?? .nan }
    let times = try await output.frameTimes().map { $0 ?? .nan }
    #expect(zip(times, golden.kept).allSatisfy { abs($0 - source[$1]) <= 0.001 }, "\(times)")
    #expect(job.report["analytics"]["framesDecoded"].int == golden.count)
    #expect(job.report["analytics"]["framesEncoded"].int == golden.kept.count)
    #expect(near(output.duration, try await job.sourceFacts().duration, 0.045))
  }

  @Test("a Matroska source, whose times are rounded, gives the same frames") func roundedSource() async throws {
    let clip = Clip.numbered(rate: "30", count: 30, ending: "mkv")
    let job = try await Job.compress(clip, ["--max-fps", "24"] + freely)
    #expect(try await job.reopened(mayBeLarger: true).frameNumbers() == Golden.all[0].kept)
  }

  @Test("a cap above the source's rate drops nothing and says so") func unneeded() async throws {
    let job = try await Job.compress(.numbered(rate: "30", count: 30), ["--max-fps", "30"] + freely)
    #expect(try await job.reopened(mayBeLarger: true).frameNumbers() == Array(0..<30))
    #expect(job.report["decisions"].array.contains { $0["what"].string == "frame rate" })
  }

  @Test("a cap leaves flash and beep together at their time", arguments: ["30", "24"]) func together(cap: String)
    async throws
  {
    for clip in [Clip.flashes(at: [6]), .variableRate] {
      let output = try await Job.compress(clip, ["--max-fps", cap] + quick).reopened()
      let (flash, beep) = (try await output.flashTime(), try await output.beepTime())
      #expect(near(flash, 6, 0.04) && near(beep, 6, 0.04) && near(flash, beep, 0.04), "\(flash), \(beep)")
      #expect(try await output.frameTimes().count <= Int(cap)! * 8 + 1)
    }
  }

  @Test("two frames a second at exactly 30 are 90 for three seconds", arguments: ["out.mp4", "out.mkv", "out.mov"])
  func sparse(name: String) async throws {
    let job = try await Job.compress(.numbered(rate: "2", count: 6), ["--fps", "30"] + freely, to: name)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try await output.frameNumbers() == (0..<90).map { $0 / 15 })
    let times = try await output.frameTimes().map { $0 ?? .nan }
    #expect(times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / 30) <= 0.001 }, "\(times)")
    #expect(job.report["output"]["video"]["variableFrameRate"].bool == false)
    #expect(job.report["analytics"]["framesDecoded"].int == 6)
    #expect(job.report["analytics"]["framesEncoded"].int == 90)
  }

  @Test("sixty frames a second at exactly 30 lose every second one") func dense() async throws {
    let job = try await Job.compress(.numbered(rate: "60", count: 60), ["--fps", "30"] + freely)
    #expect(try await job.reopened(mayBeLarger: true).frameNumbers() == Array(stride(from: 0, to: 60, by: 2)))
  }

  @Test("a range of a second at exactly 10 is ten frames, the first that of its beginning") func range() async throws {
    let job = try await Job.compress(
      .numbered(rate: "60", count: 150), ["--fps", "10", "--trim", "1..2"] + freely)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try await output.frameNumbers() == (0..<10).map { 60 + $0 * 6 })
    #expect(near(output.duration, 1, 0.001))
  }

  @Test("a changing rate becomes exactly constant, and flash and beep stay", arguments: ["30", "29.97", "50/3"])
  func variable(rate: String) async throws {
    let output = try await Job.compress(.variableRate, ["--fps", rate] + quick).reopened()
    let times = try await output.frameTimes().map { $0 ?? .nan }
    let number = rate == "29.97" ? 30_000.0 / 1_001 : rate == "30" ? 30 : 50.0 / 3
    #expect(abs(Double(times.count) - 8 * number) <= 1)
    #expect(times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / number) <= 0.000_2 })
    let (flash, beep) = (try await output.flashTime(), try await output.beepTime())
    #expect(near(flash, 6, 0.04) && near(beep, 6, 0.04), "\(flash), \(beep)")
  }

  @Test("fields are joined before frames are chosen") func interlaced() async throws {
    let job = try await Job.compress(.interlaced, ["--fps", "10"] + freely)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try await output.frameTimes().count == 10)
    #expect(try output.film.fieldOrder != "tt")
    let capped = try await Job.compress(.interlaced, ["--max-fps", "5"] + freely).reopened(mayBeLarger: true)
    #expect(try await capped.frameTimes().count == 5)
  }

  @Test("what a plan says of the number of frames is what comes out")
  func dryRun() async throws {
    for options in [["--fps", "24"], ["--max-fps", "20"], ["--max-fps", "20", "--reducer", "random"]] {
      let clip = try await Clip.variableRate.file
      let plan = try await SwageCommand.run(["compress", "--dry-run", "--json"] + options + [clip.path])
      let planned = try JSON(text: plan.output)["video"]["frames"].int
      let output = try await Job.compress(.variableRate, options + quick).reopened()
      #expect(try await output.frameTimes().count == planned)
    }
  }

  @Test("by chance, one frame of each part is kept, and a seed repeats itself") func random() async throws {
    let clip = Clip.numbered(rate: "30", count: 60)
    var found: [[Int]] = []
    for seed in ["1", "1", "2"] {
      let job = try await Job.compress(
        clip, ["--max-fps", "10", "--reducer", "random", "--reducer-seed", seed] + freely)
      found.append(try await job.reopened(mayBeLarger: true).frameNumbers())
    }
    #expect(found[0] == found[1] && found[0] != found[2])
    #expect(found.allSatisfy { $0.first == 0 && $0.enumerated().allSatisfy { $0.element / 3 == $0.offset } })
  }

  @Test("by scenes, each cut's first frame is kept, and a flash is no cut") func scenes() async throws {
    let job = try await Job.compress(.scenes, ["--max-fps", "6", "--reducer", "scene"] + freely)
    let output = try await job.reopened(mayBeLarger: true)
    let times = try await output.frameTimes().map { $0 ?? .nan }
    for cut in [0.0, 2, 4, 6] { #expect(times.contains { abs($0 - cut) < 0.001 }, "\(times)") }
    #expect(times.count <= 48 && times.count >= 46)
  }

  @Test("by scenes, most frames are kept where things move") func motion() async throws {
    let job = try await Job.compress(.halfStill, ["--max-fps", "10", "--reducer", "scene"] + freely)
    let times = try await job.reopened(mayBeLarger: true).frameTimes().map { $0 ?? .nan }
    #expect(times.count <= 80 && times.count >= 78)
    #expect(times.count { $0 >= 4 } > times.count * 3 / 4, "\(times)")
  }

  @Test("a rate that the source has is no wish that it lacks; one that it hasn't is") func wishes() async throws {
    let kept = try await Job.compress(.packed, ["--max-fps", "60", "--quality", "1"])
    #expect(kept.outcome == "keptSource")
    let changed = try await Job.compress(.packed, ["--fps", "60", "--quality", "1"] + quick)
    #expect(changed.outcome != "keptSource")
  }

  @Test("a cap may leave a single frame, shown to the end") func single() async throws {
    let clip = Clip.numbered(rate: "30", count: 12)
    for codec in ["h264", "hevc"] {
      let output = try await Job.compress(clip, ["--max-fps", "2", "--codec", codec] + freely).reopened(
        mayBeLarger: true)
      #expect(try await output.frameNumbers() == [0])
      #expect(near(output.duration, 0.4, 0.001))
    }
  }

  @Test("what is readable of a damaged film gets its rate, too", arguments: [["--fps", "24"], ["--max-fps", "12"]])
  func salvaged(options: [String]) async throws {
    let job = try await Job.compress(.cutOff, ["--salvage"] + options + freely)
    let output = try await job.reopened(outcome: "salvaged", mayBeLarger: true)
    let rate = Double(options[1]) ?? 1
    #expect(abs(Double(try await output.frameTimes().count) - 3.6 * rate) <= 2)
  }
}
