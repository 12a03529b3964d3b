import Foundation

/// A folder with a file system of its own, for as long as a test needs it.
public enum MountedFolder {
  /// Makes one, does something with it, and takes it away again.
  ///
  /// - Parameter options: Options of a `tmpfs`, such as `size=64k` or `ro`.
  public static func with(_ options: String, _ body: @Sendable (URL) async throws -> Void) async throws {
    let outer = try TemporaryFolder()
    let folder = try outer.folder("mount")
    let mounted = try await run("mount", ["-t", "tmpfs", "-o", options, "none", folder.path])
    guard mounted.status == .exited(0) else { throw ToolFailure("mount: \(mounted.errorText)") }
    do {
      try await body(folder)
    } catch {
      _ = try await run("umount", ["-l", folder.path])
      throw error
    }
    _ = try await run("umount", ["-l", folder.path])
  }
}
