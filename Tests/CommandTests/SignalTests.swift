import Foundation
import TestSupport
import Testing

/// One at a time, because they measure time and load both cores.
@Suite("Interrupted jobs", .serialized) struct SignalTests {
  @Test("SIGINT and SIGTERM end the job within a second and leave nothing", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let source = try await Clip.long.file
    var seconds: [Double] = []
    for _ in 0..<3 {
      let folder = try TemporaryFolder()
      let sent = Moment()
      let result = try await SwageCommand.run(
        [
          "compress", source.path, "-o", folder.file("out.mp4").path, "--speed-preset", "slowest", "--progress", "json",
        ], timeout: 30, alone: true
      ) { process in
        #expect(try await process.waits(for: "encoding"), "no line of progress tells of encoding")
        try await Task.sleep(for: .milliseconds(300))
        sent.mark()
        process.signal(signal)
      }
      seconds.append(sent.elapsed)
      #expect(result.status == .exited(128 + signal), "\(result.errorText.suffix(300))")
      #expect(folder.contents == [])
    }
    // The best of three, because the machine has other work too; a sanitizer makes everything several times slower.
    let limit = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil ? 1.0 : 5.0
    #expect((seconds.min() ?? 9) < limit, "\(seconds)")
  }

  @Test("a second signal doesn't leave anything either") func twice() async throws {
    let folder = try TemporaryFolder()
    let source = try await Clip.long.file
    let result = try await SwageCommand.run(
      ["compress", source.path, "-o", folder.file("out.mp4").path, "--speed-preset", "slowest", "--progress", "json"],
      timeout: 30
    ) { process in
      _ = try await process.waits(for: "encoding")
      process.signal(SIGINT)
      try await Task.sleep(for: .milliseconds(5))
      process.signal(SIGINT)
    }
    #expect(result.status.shellStatus == 130)
    #expect(folder.contents == [])
  }

  @Test("fifty interruptions at random moments leave nothing, don't hang and don't crash")
  func fiftyTimes() async throws {
    let source = try await Clip.plain.file
    let whole = try TemporaryFolder()
    let arguments = { (folder: TemporaryFolder) in
      ["compress", source.path, "-o", folder.file("out.mp4").path] + quick
    }
    var duration = try await SwageCommand.run(arguments(whole)).seconds
    let complete = try Data(contentsOf: whole.file("out.mp4")).count
    var interrupted = 0
    for round in 0..<50 {
      let folder = try TemporaryFolder()
      let delay = Double.random(in: 0...duration)
      let result = try await SwageCommand.run(arguments(folder), timeout: 20) { process in
        try await Task.sleep(for: .seconds(delay))
        process.signal(SIGINT)
      }
      switch result.status {
      case .exited(130):
        interrupted += 1
        #expect(folder.contents == [], "round \(round), after \(delay) s")
      case .signaled(SIGINT):
        // Before the command had begun: the system was still loading its libraries.
        #expect(folder.contents == [], "round \(round), after \(delay) s")
      case .exited(0):
        // The machine may have been busier at first; moments behind the end are no test.
        duration = min(duration, result.seconds)
        #expect(folder.contents == ["out.mp4"], "round \(round), after \(delay) s")
        #expect(try abs(Data(contentsOf: folder.file("out.mp4")).count - complete) < complete / 10)
      default:
        Issue.record("round \(round), after \(delay) s: \(result.status) \(result.errorText.suffix(300))")
      }
    }
    #expect(interrupted > 10, "hardly any was interrupted: \(interrupted)")
  }
}

/// A moment that a process is signalled at.
private final class Moment: @unchecked Sendable {  // because it is marked before it is read, in one task's order
  private var time = Date()
  func mark() { time = Date() }
  var elapsed: Double { Date().timeIntervalSince(time) }
}
