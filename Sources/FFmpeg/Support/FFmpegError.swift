internal import CFFmpeg

/// A failure of one of FFmpeg's functions: which one, its code, FFmpeg's text for the code and its last log lines.
package struct FFmpegError: Error, Sendable, Hashable {
  /// The C function that failed.
  package let function: String
  /// Its negative return code.
  package let code: Int32
  /// FFmpeg's text for the code.
  package let text: String
  /// The last warnings or errors that FFmpeg logged before, at most three; `nil` when it said nothing.
  package let logLine: String?

  package init(function: String, code: Int32) {
    self.function = function
    self.code = code
    self.text = Self.text(of: code)
    self.logLine = LogCapture.takeLastLines()
  }

  /// The system's error number, where the code is one.
  package var systemError: Int32? { code > -1000 && code < 0 ? -code : nil }

  // The macros that make these codes aren't imported: FFERRTAG(a, b, c, d) is the negative of the four characters.
  package static let endOfFile = tag("E", "O", "F", " ")
  package static let invalidData = tag("I", "N", "D", "A")
  package static let external = tag("E", "X", "T", " ")
  package static let patchWelcome = tag("P", "A", "W", "E")
  package static let decoderNotFound: Int32 = -0x4345_44F8
  package static let encoderNotFound: Int32 = -0x434E_45F8
  package static let optionNotFound: Int32 = -0x5450_4FF8
  package static let tryAgain: Int32 = -11
  package static let outOfMemory: Int32 = -12
  package static let notSupported: Int32 = -38

  private static func tag(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar, _ d: Unicode.Scalar) -> Int32 {
    -Int32(bitPattern: a.value | b.value << 8 | c.value << 16 | d.value << 24)
  }

  private static func text(of code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      unsafe av_strerror(code, buffer.baseAddress, buffer.count)
      return unsafe buffer.baseAddress.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
  }
}

extension FFmpegError: CustomStringConvertible {
  /// FFmpeg's last words, else its text for the code, with the function's name.
  package var description: String {
    if let logLine { return "\(function): \(text): \(logLine)" }
    return "\(function): \(text)"
  }
}

/// Every return code of FFmpeg goes through here.
///
/// - Returns: The code, which isn't negative.
@discardableResult
func check(_ function: String, _ code: Int32) throws(FFmpegError) -> Int32 {
  guard code >= 0 else { throw FFmpegError(function: function, code: code) }
  return code
}

/// As ``check(_:_:)`` for functions that return nothing instead of a code.
func check<Pointer>(_ function: String, _ pointer: Pointer?) throws(FFmpegError) -> Pointer {
  guard let pointer else { throw FFmpegError(function: function, code: FFmpegError.outOfMemory) }
  return pointer
}
