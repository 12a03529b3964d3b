internal import CFFmpeg
internal import Glibc

/// A file that is only in memory, for functions that want a path: nothing is left of it, however the process ends.
package final class MemoryFile: Sendable {
  private let descriptor: Int32

  /// Makes a file with some content. C function: `memfd_create`.
  ///
  /// - Throws: ``FFmpegError`` with the system's error number.
  package init(_ content: [UInt8]) throws(FFmpegError) {
    descriptor = unsafe swage_memory_file("swage")
    guard descriptor >= 0 else { throw FFmpegError(function: "memfd_create", code: -errno) }
    var done = 0
    while done < content.count {
      let count = unsafe content.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.map { unsafe write(descriptor, $0 + done, bytes.count - done) } ?? -1
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FFmpegError(function: "write", code: -errno) }
      done += count
    }
  }

  deinit { close(descriptor) }

  /// Where this process finds it.
  package var path: String { "/proc/self/fd/\(descriptor)" }
}
