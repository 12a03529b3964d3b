public import Capabilities
public import Media

/// Everything that happened in a job, measured on the files. `Documentation/JSON.md` describes its JSON form.
public struct CompressionReport: Sendable, Hashable, Codable {
  /// How a job ended.
  public enum Outcome: String, Sendable, Hashable, Codable {
    /// A smaller file was made.
    case compressed
    /// Nothing smaller could be made that meets the wishes, so the source was kept, as bytes or as packets.
    case keptSource
    /// The readable part of a damaged source was compressed.
    case salvaged
    /// Nothing was made.
    case failed
  }

  /// The name and version of the JSON form: `swage.report/1`.
  public internal(set) var schema = "swage.report/1"
  /// How the job ended.
  public internal(set) var outcome: Outcome
  /// The source; `nil` when it couldn't be read.
  public internal(set) var source: FileSummary?
  /// The result; `nil` when there is none.
  public internal(set) var output: FileSummary?
  /// The kind of encoder that made the result; `nil` when none did.
  public internal(set) var backend: Backend?
  /// FFmpeg's name of the encoder that made the result.
  public internal(set) var encoder: String?
  /// The device that made the result; `nil` for software.
  public internal(set) var device: String?
  /// What was tried.
  public internal(set) var attempts: [Attempt] = []
  /// What was chosen and why.
  public internal(set) var decisions: [Decision] = []
  /// What became of each stream of the source.
  public internal(set) var streams: [StreamOutcome] = []
  /// What became of high dynamic range; `nil` when there was none, or there is no result.
  public internal(set) var hdr: HDROutcome?
  /// Figures; `nil` when there is no result.
  public internal(set) var analytics: Analytics?
  /// The checks of the result; `nil` when there is no result or it is the source.
  public internal(set) var verification: Verification?
  /// Threads that hang in a driver or an encoder and were left behind; they end with the process.
  public internal(set) var abandonedThreads = 0
  /// What a person should know.
  public internal(set) var warnings: [String] = []
  /// Why the job failed; `nil` when it didn't.
  public internal(set) var error: Failure?

  package init(outcome: Outcome) { self.outcome = outcome }

  /// Something that was tried.
  public struct Attempt: Sendable, Hashable, Codable {
    /// How a try ended.
    public enum Result: String, Sendable, Hashable, Codable {
      case succeeded, failed, refused, skipped
    }
    /// The kind of encoder; `nil` when packets were copied.
    public let backend: Backend?
    /// FFmpeg's name of the encoder; `nil` when packets were copied.
    public let encoder: String?
    /// The device; `nil` for software.
    public let device: String?
    /// How it ended.
    public let result: Result
    /// Why.
    public let reason: String

    package init(backend: Backend?, encoder: String?, device: String?, result: Result, reason: String) {
      self.backend = backend
      self.encoder = encoder
      self.device = device
      self.result = result
      self.reason = reason
    }
  }

  /// What became of a stream of the source.
  public struct StreamOutcome: Sendable, Hashable, Codable {
    /// What can become of a stream.
    public enum Action: String, Sendable, Hashable, Codable {
      case encoded, copied, converted, dropped
    }
    /// The index among the source's streams.
    public let index: Int
    /// What the stream carries.
    public let kind: StreamKind
    /// FFmpeg's name of the source's codec, or the container's four characters where FFmpeg has none.
    public let codec: String
    /// ISO 639-2 language; `nil` when undetermined.
    public let language: String?
    /// What became of it.
    public let action: Action
    /// The source's stream into whose track its sound was mixed; `nil` when it wasn't.
    public let mixedInto: Int?
    /// Why, in a sentence for a person.
    public let reason: String

    package init(
      index: Int, kind: StreamKind, codec: String, language: String? = nil, action: Action, mixedInto: Int? = nil,
      reason: String
    ) {
      self.mixedInto = mixedInto
      self.index = index
      self.kind = kind
      self.codec = codec
      self.language = language
      self.action = action
      self.reason = reason
    }
  }

  /// Why a job failed.
  public struct Failure: Sendable, Hashable, Codable {
    /// The error's code.
    public let code: CompressionError.Code
    /// What failed and what to do.
    public let message: String
    /// Where it failed.
    public let stage: CompressionError.Stage

    package init(code: CompressionError.Code, message: String, stage: CompressionError.Stage) {
      self.code = code
      self.message = message
      self.stage = stage
    }
  }
}
