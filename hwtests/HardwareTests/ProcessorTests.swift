import Foundation
import TestSupport
import Testing

@Suite(
  "An encoder of the processor that hangs", .needsSimulator,
  .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "one core makes one frame at a time"))
struct ProcessorTests {
  /// High enough for several frames at once.
  private static let film = Clip(
    "two-at-once.mp4",
    ffmpeg: [
      "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=25", "-f", "lavfi", "-i", "sine", "-t", "1", "-c:v", "libx264",
      "-preset", "ultrafast", "-crf", "10", "-c:a", "aac",
    ])

  private func variables(_ call: String) async throws -> [String: String] {
    try await Machine.bare.environment().merging(Simulator.hangingProcessor(at: call)) { $1 }
  }

  @Test("is started again, and makes the whole film", arguments: ["end", "close"])
  func goesOn(call: String) async throws {
    let job = try await Job.compress(
      Self.film, ["--speed-preset", "fast"], environment: try await variables(call), waits: true)
    let output = try await job.reopened()
    #expect(try output.film.codecName == "hevc")
    let times = try await output.frameTimes().map { $0 ?? .nan }
    #expect(times.count == 25)
    #expect(times.indices.allSatisfy { near(times[$0], Double($0) / 25, 0.001) }, "\(times)")
    let likeness = try await output.likeness(to: Self.film)
    #expect(likeness.count == 25 && likeness.allSatisfy { $0 > 30 }, "\(likeness)")
    let attempts = job.report["attempts"].array
    #expect(attempts.map(\.["encoder"].string) == ["libx265"])
    #expect(attempts.map(\.["result"].string) == ["succeeded"])
    #expect(job.report["abandonedThreads"].int == 1)
    #expect(job.report["warnings"].array.contains { $0.mentions("started again") }, "\(job.report["warnings"])")
  }

  @Test("is H.264's business not at all") func otherCodec() async throws {
    let job = try await Job.compress(
      Self.film, ["--speed-preset", "fast", "--codec", "h264"], environment: try await variables("end"))
    #expect(job.report["abandonedThreads"].int == 0)
    #expect(job.report["warnings"].array.isEmpty, "\(job.report["warnings"])")
  }
}
