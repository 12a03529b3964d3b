/// Why a file couldn't be read or finished.
package struct ISOMediaError: Error, Sendable, Hashable {
  /// The kinds of failure that callers tell apart.
  package enum Code: Sendable, Hashable {
    /// The file isn't of the ISO base media or QuickTime family at all.
    case notISOBaseMedia
    /// The file is of the family, but its boxes contradict one another.
    case malformed
    /// Something exceeds what this module is willing to hold or able to write.
    case tooLarge
    /// The file is sound, but what was asked isn't possible with it.
    case unsupported
    /// The caller's `isCancelled` said so.
    case cancelled
    /// A system call failed with this `errno`.
    case system(errno: Int32)
  }

  /// The kind of failure.
  package let code: Code
  /// What failed, in a sentence without a period.
  package let message: String

  /// The `errno` of a failed system call; `nil` for other failures.
  package var systemErrorNumber: Int32? {
    if case .system(let number) = code { number } else { nil }
  }

  static func notISOBaseMedia(_ path: String) -> ISOMediaError {
    ISOMediaError(code: .notISOBaseMedia, message: "\(path) is neither an ISO base media nor a QuickTime file")
  }

  static func malformed(_ what: String) -> ISOMediaError {
    ISOMediaError(code: .malformed, message: what)
  }

  static func tooLarge(_ what: String) -> ISOMediaError {
    ISOMediaError(code: .tooLarge, message: what)
  }

  static func unsupported(_ what: String) -> ISOMediaError {
    ISOMediaError(code: .unsupported, message: what)
  }

  static var cancelled: ISOMediaError {
    ISOMediaError(code: .cancelled, message: "canceled by the caller")
  }

  static func system(_ call: String, path: String, number: Int32) -> ISOMediaError {
    ISOMediaError(code: .system(errno: number), message: "\(call) \(path): \(systemErrorText(number))")
  }
}

extension ISOMediaError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
