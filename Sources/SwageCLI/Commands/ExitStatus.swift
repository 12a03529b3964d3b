import Swage

/// How the process ends; `Documentation/ExitCodes.md` describes the numbers, which never change.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  case failed = 1
  case wrongUsage = 2
  case sourceUnusable = 3
  case notSupported = 4
  case sourceDamaged = 5
  case outputUnwritable = 6
  case verificationFailed = 7
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The status for an error.
  init(_ code: CompressionError.Code) {
    self =
      switch code {
      case .invalidRequest: .wrongUsage
      case .sourceNotFound, .sourceUnreadable, .sourceUnrecognized, .noVideo, .noPicture: .sourceUnusable
      case .sourceEncrypted, .decoderNotFound, .notSupported: .notSupported
      case .sourceDamaged: .sourceDamaged
      case .outputUnwritable, .outputIsSource: .outputUnwritable
      case .verificationFailed: .verificationFailed
      case .encodingFailed, .notSmaller: .failed
      case .interrupted: .interrupted
      }
  }

  /// The status after a signal: 128 and its number.
  init(signal: Int32) { self = ExitStatus(rawValue: 128 + signal) ?? .failed }
}
