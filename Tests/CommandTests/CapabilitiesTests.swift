import Foundation
import TestSupport
import Testing

@Suite("swage capabilities") struct CapabilitiesTests {
  let cache: TemporaryFolder

  init() throws { cache = try TemporaryFolder() }

  /// Runs the command on a machine without NVIDIA's driver, whatever is installed on this one.
  private func look(
    _ arguments: [String] = [], _ variables: [String: String] = [:], alone: Bool = false,
    meanwhile: (@Sendable (RunningProcess) async throws -> Void)? = nil
  ) async throws -> CommandResult {
    let usual = ["SWAGE_CACHE_DIR": cache.url.path, "CUDA_VISIBLE_DEVICES": ""]
    let environment = SwageCommand.environment.merging(usual) { $1 }.merging(variables) { $1 }
    return try await run(
      SwageCommand.path, ["capabilities"] + arguments, environment: environment, alone: alone, meanwhile: meanwhile)
  }

  @Test("without hardware it shows the processor's encoders and what was looked for, and ends with 0")
  func nothing() async throws {
    let result = try await look()
    #expect(result.status == .exited(0) && result.errorText == "")
    for word in ["libx264", "libx265", "H.264", "HEVC", "10 bit", "VA-API: SWAGE_VAAPI_DEVICES names no device"] {
      #expect(result.text.contains(word), "\(word) isn't in \(result.text)")
    }
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(!result.text.contains("\u{1B}"))
  }

  @Test("as JSON it is one object with a row for each codec and bit depth") func json() async throws {
    let result = try await look(["--json"])
    #expect(result.status == .exited(0) && result.errorText == "")
    let object = try JSON(text: result.output)
    #expect(object["schema"].string == "swage.capabilities/1" && object["cachedSince"].isNull)
    let processor = try #require(object["devices"].array.last)
    #expect(processor["backend"].string == "software")
    let rows = processor["encoders"].array.map { "\($0["encoder"].string ?? "") \($0["bitDepth"].int ?? 0)" }
    #expect(rows == ["libx264 8", "libx264 10", "libx265 8", "libx265 10"])
    #expect(object["absences"].array.contains { $0["backend"].string == "vaapi" })
  }

  @Test("the second time it remembers, until it is asked to refresh") func remembered() async throws {
    #expect(try await !look().text.contains("cached"))
    #expect(try await look().text.contains("(cached since"))
    #expect(try await !look(["--refresh"]).text.contains("cached"))
    #expect(try await JSON(text: look(["--json"]).output)["cachedSince"].string?.hasSuffix("Z") == true)
  }

  @Test(
    "a device that can't be used is a row with its path and the reason", arguments: ["/dev/null", "/nonexistent/x:y"])
  func badDevice(path: String) async throws {
    let result = try await look(["--backend", "vaapi"], ["SWAGE_VAAPI_DEVICES": path.replacing(":", with: "%3A")])
    #expect(result.status == .exited(0))
    #expect(result.text.contains("Problem") && !result.text.contains("libx26"))
    #expect(result.text.contains(path.replacing(":", with: "%3A")))
  }

  @Test("--backend asks encoders of that kind only") func backend() async throws {
    let object = try JSON(text: try await look(["--backend", "software", "--json"]).output)
    #expect(object["devices"].array.compactMap(\.["backend"].string) == ["software"])
    #expect(object["absences"].array == [])
    #expect(try await look(["--backend", "cuda"]).status == .exited(2))
  }

  @Test("a cache that makes no sense or has no place is no error") func badCache() async throws {
    try Data("rubbish".utf8).write(to: cache.file("capabilities.json"))
    let rubbish = try await look()
    #expect(rubbish.status == .exited(0) && rubbish.errorText == "" && !rubbish.text.contains("cached"))
    let nowhere = try await look([], ["SWAGE_CACHE_DIR": "/proc/nowhere"])
    #expect(nowhere.status == .exited(0) && nowhere.errorText == "")
  }

  @Test("two at once don't disturb each other") func together() async throws {
    async let first = look()
    async let second = look()
    let results = try await [first, second]
    #expect(results.allSatisfy { $0.status == .exited(0) && $0.errorText == "" })
    #expect(try await look().text.contains("(cached since"))
    #expect(cache.contents == ["capabilities.json"])
  }

  @Test("drivers that never answer are given up after two seconds, all at the same time") func hung() async throws {
    let stuck = [try StuckFile(), try StuckFile()]
    let nodes = (stuck.map(\.path) + ["/dev/null"])
    let result = try await look(["--json"], ["SWAGE_VAAPI_DEVICES": nodes.joined(separator: ":")], alone: true)
    #expect(result.status == .exited(0) && result.seconds > 1.9 && result.seconds < 3.9)
    let devices = try JSON(text: result.output)["devices"].array
    #expect(devices.map(\.["device"].string) == nodes + [nil])
    #expect(devices.map(\.["problem"]["kind"].string) == ["hung", "hung", "failed", nil])
  }

  @Test("Ctrl-C ends it at once, and nothing is remembered") func interrupted() async throws {
    let stuck = try StuckFile()
    let result = try await look(["--backend", "vaapi", "--json"], ["SWAGE_VAAPI_DEVICES": stuck.path]) { process in
      let isWaiting = try await stuck.waitsForVictim()
      #expect(isWaiting)
      process.signal(SIGINT)
    }
    #expect(result.status == .exited(130))
    #expect(try JSON(text: result.output)["error"]["code"].string == "interrupted")
    #expect(cache.contents == [])
  }

  // Seconds of the processor, because those of the clock depend on what else the machine does.
  @Test("what is remembered costs less than a third of a second") func fast() async throws {
    _ = try await look()
    let result = try await look(alone: true)
    #expect(result.text.contains("cached since") && result.cpuSeconds < 0.3, "\(result.cpuSeconds)")
  }
}
