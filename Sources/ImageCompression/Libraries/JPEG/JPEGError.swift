internal import CTurboJPEG

/// A failure of one of libjpeg-turbo's functions: which one, and the library's words.
struct JPEGError: Error, Sendable, CustomStringConvertible {
  /// The C function that failed.
  let function: String
  /// The library's words.
  let text: String

  /// The function's name and the library's words.
  var description: String { "\(function): \(text)" }
}

/// An owner of a `tjhandle`, which works on one picture at a time.
@safe final class TurboJPEG {
  let handle: tjhandle

  /// Makes a decoder. C function: `tjInitDecompress`.
  static func decoder() throws(JPEGError) -> TurboJPEG { try unsafe TurboJPEG("tjInitDecompress", tjInitDecompress()) }
  /// Makes an encoder. C function: `tjInitCompress`.
  static func encoder() throws(JPEGError) -> TurboJPEG { try unsafe TurboJPEG("tjInitCompress", tjInitCompress()) }

  private init(_ function: String, _ handle: tjhandle?) throws(JPEGError) {
    guard let handle = unsafe handle else {
      throw JPEGError(function: function, text: unsafe String(cString: tjGetErrorStr2(nil)))
    }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe tjDestroy(handle) }

  /// What the last call had to say. C function: `tjGetErrorStr2`.
  var words: String { unsafe String(cString: tjGetErrorStr2(handle)) }

  /// Whether the last failure was but a warning. C function: `tjGetErrorCode`.
  var isWarning: Bool { unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) }

  /// The failure of a function that has just returned something other than 0.
  func failure(of function: String) -> JPEGError { JPEGError(function: function, text: words) }
}
