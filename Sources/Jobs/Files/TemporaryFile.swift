internal import Glibc

/// The file that a job writes before anything exists under the final name.
///
/// It lies beside the target, is locked while the job lives, and is removed with its owner unless it was published.
/// Locked files belong to running jobs; an unlocked one was left by a killed job and is swept by the next.
package final class TemporaryFile: Sendable {
  /// The path.
  package let path: String
  /// The open file.
  package let descriptor: Int32
  private let isGone = Lock(false)

  private static let prefix = ".swage-"

  /// Makes the file beside a target and sweeps what killed jobs left there.
  ///
  /// Throws the error of the system call that failed.
  package init(beside target: String) throws(SystemError) {
    let folder = Path.folder(of: target)
    Self.sweep(folder)
    var generator = SystemRandomNumberGenerator()
    let random = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    let path = Path.join(folder, Self.prefix + random + ".tmp")
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError("open") }
    flock(descriptor, LOCK_EX | LOCK_NB)
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    remove()
    close(descriptor)
  }

  /// Takes the file away, if it is still there under its own name. May be called from any thread.
  package func remove() {
    isGone.withLock { isGone in
      guard !isGone else { return }
      isGone = true
      _ = unsafe unlink(path)
    }
  }

  /// Empties the file for another attempt.
  package func reset() throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw SystemError("ftruncate") }
  }

  /// Its size in bytes.
  package func byteCount() throws(SystemError) -> Int64 { try FileStatus(of: path).byteCount }

  /// Brings the file into place: content to disk, the new name, the folder to disk.
  ///
  /// - Parameters:
  ///   - target: The final path.
  ///   - replacing: Whether a file that is there is replaced, in one step; otherwise `EEXIST` is thrown.
  package func publish(as target: String, replacing: Bool) throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError("fsync") }
    let number: Int32? = isGone.withLock { isGone in
      guard !isGone else { return ECANCELED }
      if !replacing {
        if unsafe link(path, target) == 0 {
          _ = unsafe unlink(path)
          isGone = true
          return nil
        }
        // A file system without hard links says so; there the name is only looked at before.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return errno }
      }
      guard unsafe rename(path, target) == 0 else { return errno }
      isGone = true
      return nil
    }
    if let number { throw SystemError("rename", number: number) }
    let folder = unsafe open(Path.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Removes temporary files of jobs that don't live any more.
  private static func sweep(_ folder: String) {
    guard let listing = unsafe opendir(folder) else { return }
    defer { unsafe closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix), name.hasSuffix(".tmp") else { continue }
      let path = Path.join(folder, name)
      let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      // A living job has its file unlocked only for the moment between making and locking it.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, let status = try? FileStatus(of: path),
        status.modified.tv_sec < time(nil) - 2
      {
        _ = unsafe unlink(path)
      }
      close(descriptor)
    }
  }
}
