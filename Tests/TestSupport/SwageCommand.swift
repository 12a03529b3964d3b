import Foundation

/// The built `swage` command.
public enum SwageCommand {
  /// Where it is: `SWAGE_BINARY`, else beside the running tests.
  public static let path: String = {
    if let path = ProcessInfo.processInfo.environment["SWAGE_BINARY"] { return path }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("swage").path
  }()

  private static let cache = try? TemporaryFolder()

  /// Variables that keep the command from the caches and devices of the machine that the tests run on.
  public static var environment: [String: String] {
    ["SWAGE_CACHE_DIR": cache?.url.path ?? "/nonexistent", "SWAGE_VAAPI_DEVICES": "", "NO_COLOR": "1"]
  }

  /// Runs it and waits for its end.
  public static func run(
    _ arguments: [String], in folder: URL? = nil, timeout: Double = 120, alone: Bool = false,
    meanwhile: (@Sendable (RunningProcess) async throws -> Void)? = nil
  ) async throws -> CommandResult {
    try await TestSupport.run(
      path, arguments, in: folder, environment: environment, timeout: timeout, alone: alone, meanwhile: meanwhile)
  }
}
