/// Why a job failed: a code for programs, a message with the remedy for people, and where it happened.
///
/// A cancelled job throws `CancellationError` instead.
public struct CompressionError: Error, Sendable {
  /// What kind of failure it was. Codes may be added.
  public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
    /// The request contradicts itself or is out of range.
    case invalidRequest
    /// There is no such source.
    case sourceNotFound
    /// The source can't be read: permission, a folder, a pipe, or an I/O error.
    case sourceUnreadable
    /// The source is no media file.
    case sourceUnrecognized
    /// The source has no moving picture.
    case noVideo
    /// The source has no picture.
    case noPicture
    /// The source is encrypted.
    case sourceEncrypted
    /// The source is damaged or ends early.
    case sourceDamaged
    /// No decoder for the source's film.
    case decoderNotFound
    /// The wish can't be met by any encoder here, or only by losing something that must not be lost.
    case notSupported
    /// The output can't be written: permission, no space, no folder.
    case outputUnwritable
    /// The output is the source.
    case outputIsSource
    /// Nothing smaller than the source meets the wishes.
    case notSmaller
    /// Encoding or writing failed.
    case encodingFailed
    /// The result didn't pass its checks.
    case verificationFailed
    /// The job was interrupted.
    case interrupted
  }

  /// Where in a job it happened.
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    case request, probe, plan, read, decode, transform, encode, write, verify, publish
  }

  /// What kind of failure it was.
  public let code: Code
  /// What failed.
  public let message: String
  /// What to do about it; `nil` when nothing can be done.
  public let remedy: String?
  /// Where it happened.
  public let stage: Stage
  /// The words of the library or the system behind it; `nil` when it was our own decision.
  public let cause: String?
  /// What had happened until then, as a report of the kind of job; `nil` when the job hadn't begun.
  package let account: (any Sendable)?

  package init(
    code: Code, message: String, remedy: String? = nil, stage: Stage, cause: String? = nil,
    account: (any Sendable)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.stage = stage
    self.cause = cause
    self.account = account
  }

  /// The same error with a report of what had happened until then.
  package func attaching(_ account: any Sendable) -> CompressionError {
    CompressionError(code: code, message: message, remedy: remedy, stage: stage, cause: cause, account: account)
  }
}

extension CompressionError: CustomStringConvertible {
  /// What failed, the cause in brackets and the remedy, as one line.
  public var description: String {
    var text = message
    if let cause { text += " (\(cause))" }
    if let remedy { text += "; \(remedy)" }
    return text
  }
}
