internal import Glibc

/// Files of a few kilobytes.
package enum SmallFile {
  /// The bytes of a file; `nil` when it can't be read or has more than a megabyte.
  static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count <= 1 << 20 {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { return nil }
      bytes += chunk.prefix(max(0, count))
    }
    return nil
  }

  /// The text of a file; `nil` as above.
  package static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  /// Replaces a file as a whole: who reads it sees the old one or the new one. Makes its folder where there is none.
  ///
  /// - Returns: Whether that worked.
  static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return false }
    makeFolder(String(path[..<slash]))
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    let isWritten = close(descriptor) == 0 && rest.isEmpty
    if isWritten, unsafe rename(temporary, path) == 0 { return true }
    unsafe _ = unlink(temporary)
    return false
  }

  private static func makeFolder(_ path: String) {
    guard path.count > 1, unsafe access(path, F_OK) != 0 else { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { makeFolder(String(path[..<slash])) }
    unsafe _ = mkdir(path, 0o700)
  }
}
