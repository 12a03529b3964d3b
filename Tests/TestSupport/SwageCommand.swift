import Foundation

/// The built `swage` command.
public enum SwageCommand {
  /// Where it is: `SWAGE_BINARY`, else beside the running tests.
  public static let path: String = {
    if let path = ProcessInfo.processInfo.environment["SWAGE_BINARY"] { return path }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("swage").path
  }()

  /// Variables that keep the command from the caches and devices of the machine that the tests run on.
  public static var environment: [String: String] {
    ["SWAGE_CACHE_DIR": RunFolder.url.path + "/cache", "SWAGE_VAAPI_DEVICES": "", "NO_COLOR": "1"]
  }

  /// Runs it and waits for its end; ``TestSupport/run(_:_:in:environment:timeout:alone:waits:meanwhile:)`` describes
  /// how.
  public static func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil, timeout: Double = 120,
    alone: Bool = false, waits: Bool = false, meanwhile: (@Sendable (RunningProcess) async throws -> Void)? = nil
  ) async throws -> CommandResult {
    try await TestSupport.run(
      path, arguments, in: folder, environment: environment ?? Self.environment, timeout: timeout, alone: alone,
      waits: waits, meanwhile: meanwhile)
  }
}
