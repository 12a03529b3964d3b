import Glibc

/// One of the process's standard streams.
struct StandardStream: Sendable {
  /// Results.
  static let output = StandardStream(descriptor: 1)
  /// Everything else.
  static let error = StandardStream(descriptor: 2)

  private let descriptor: Int32

  /// Whether a person sees the stream in a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The terminal's width in characters; `nil` when there is no terminal or it doesn't tell.
  var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether a write now wouldn't wait for a reader.
  var isReady: Bool {
    var query = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&query, 1, 0) == 1 && query.revents & Int16(POLLOUT) != 0
  }

  /// Writes a text whole.
  ///
  /// - Throws: ``StreamError`` when the reader has gone or the disk is full. C function: `write`.
  func write(_ text: String) throws(StreamError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        // A parent may have made the shared terminal or pipe non-blocking.
        var query = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&query, 1, 1000)
      } else if errno != EINTR {
        throw StreamError(number: errno)
      }
    }
  }
}

/// Why a standard stream couldn't be written.
struct StreamError: Error, Equatable {
  /// The system's `errno`.
  let number: Int32

  /// Whether the reader has gone, which is no one's mistake: `swage inspect film.mp4 | head -1`.
  var isClosedPipe: Bool { number == EPIPE }

  /// The system's words.
  var message: String { unsafe String(cString: strerror(number)) }
}
