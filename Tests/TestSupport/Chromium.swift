import Foundation
import Testing

/// A browser without windows, for pages that are made.
public enum Chromium {
  /// Has a file opened.
  ///
  /// - Parameters:
  ///   - arguments: What to do with it, such as `--dump-dom`.
  ///   - page: The file.
  ///   - folder: Where the browser may keep what it keeps.
  public static func run(_ arguments: [String], _ page: URL, in folder: TemporaryFolder) async throws -> CommandResult {
    try await TestSupport.run(
      "chromium",
      [
        "--headless=new", "--disable-gpu", "--hide-scrollbars", "--window-size=900,900", "--virtual-time-budget=2000",
        "--user-data-dir=\(folder.file("browser").path)",
      ] + (geteuid() == 0 ? ["--no-sandbox"] : []) + arguments + [page.absoluteString])
  }
}

extension Trait where Self == ConditionTrait {
  /// The test opens a page in a browser.
  public static var needsChromium: Self {
    .enabled("chromium isn't installed") {
      try await run("sh", ["-c", "command -v chromium"]).status == .exited(0)
    }
  }
}
