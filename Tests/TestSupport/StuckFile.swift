import Foundation

/// A file that nobody else can open: who tries waits, as in the call of a driver that hangs.
public final class StuckFile: Sendable {
  /// Where it is.
  public let path: String
  private let folder: TemporaryFolder
  private let descriptor: Int32

  /// Makes a file and takes a lease on it. C function: `fcntl`.
  ///
  /// - Throws: ``ToolFailure`` where the file system knows no leases.
  public init() throws {
    folder = try TemporaryFolder()
    path = folder.file("stuck").path
    // The system asks by a signal to give the lease back, which ends the process unless it is ignored.
    signal(SIGIO, SIG_IGN)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // F_SETLEASE, which isn't imported.
    guard descriptor >= 0, fcntl(descriptor, 1024, Int32(F_WRLCK)) == 0 else {
      throw ToolFailure("no lease on \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Waits until somebody tries to open it; gives up after a quarter of a minute.
  public func waitsForVictim() async throws -> Bool {
    for _ in 0..<750 {
      // F_GETLEASE: what is left of the lease while somebody waits for its end.
      if fcntl(descriptor, 1025) != Int32(F_WRLCK) { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  deinit { close(descriptor) }
}
