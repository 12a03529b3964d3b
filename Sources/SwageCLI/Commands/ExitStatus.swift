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

  /// What it tells, in a sentence without a full stop.
  var meaning: String {
    switch self {
    case .success: "Done; the source was compressed, salvaged, or kept because nothing smaller came out"
    case .failed: "Failed: encoding or writing failed, or nothing smaller meets the wishes"
    case .wrongUsage: "Wrong usage"
    case .sourceUnusable: "The source is missing, can't be read, or holds no video (or picture)"
    case .notSupported: "Not supported here: encryption, a codec, or a wish that no encoder of this machine meets"
    case .sourceDamaged: "The source is damaged or ends early"
    case .outputUnwritable: "The output can't be written, or is the source itself"
    case .verificationFailed: "The result didn't pass its checks and wasn't published"
    case .hungUp: "Interrupted by SIGHUP"
    case .interrupted: "Interrupted by SIGINT"
    case .terminated: "Interrupted by SIGTERM"
    }
  }

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
