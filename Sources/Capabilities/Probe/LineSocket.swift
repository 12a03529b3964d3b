internal import Glibc

/// One of two connected sockets, through which lines of text go.
///
/// A socket and not a pipe, because writing to one whose reader has gone can be kept from raising SIGPIPE, which would
/// end a process that uses the library.
enum LineSocket {
  /// Makes a pair; `nil` when the process has too many open files. C function: `socketpair`.
  static func pair() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { return nil }
    return (ends[0], ends[1])
  }

  /// Writes a line whole.
  ///
  /// - Returns: Whether there is still a reader.
  @discardableResult
  static func send(_ line: [UInt8], to descriptor: Int32) -> Bool {
    var rest = (line + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        let sent = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        // Standard output of a hand-started probe is no socket.
        return sent < 0 && errno == ENOTSOCK ? unsafe write(descriptor, bytes.baseAddress, bytes.count) : sent
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What has arrived: `nil` when nothing more will come.
  static func receive(from descriptor: Int32) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(chunk.prefix(count)) : nil
    }
  }
}
