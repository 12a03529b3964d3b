public import Capabilities
public import Jobs
public import VideoCompression

/// Everything that happened to a picture, measured on the files. `Documentation/JSON.md` describes its JSON form.
public struct ImageReport: Sendable, Hashable, Codable {
  /// How a job ended.
  public enum Outcome: String, Sendable, Hashable, Codable {
    /// A picture was made that is smaller, or was allowed to be larger.
    case compressed
    /// Nothing smaller came out that meets the wishes, so the source's bytes were kept.
    case keptSource
    /// Nothing was made.
    case failed
  }

  /// How the job ended.
  public internal(set) var outcome: Outcome
  /// The source; `nil` when it couldn't be read.
  public internal(set) var source: ImageDescription?
  /// The result; `nil` when there is none.
  public internal(set) var output: ImageDescription?
  /// The kind of encoder that made the result; `nil` when none did.
  public internal(set) var backend: Backend?
  /// The encoder's own name, a video unit's by FFmpeg; `nil` when nothing was encoded.
  public internal(set) var encoder: String?
  /// The device that made the result; `nil` for the processor.
  public internal(set) var device: String?
  /// What was tried, and the encoders that couldn't be.
  public internal(set) var attempts: [Attempt] = []
  /// The structural similarity (SSIM) of what was encoded and what comes out again, 1 when they are the same; `nil` when
  /// nothing was encoded.
  public internal(set) var similarity: Double?
  /// What was chosen and why.
  public internal(set) var decisions: [Decision] = []
  /// What became of each part of the source beside its picture.
  public internal(set) var parts: [ImagePart] = []
  /// Seconds of each stage.
  public internal(set) var seconds = Times()
  /// The checks of the result; `nil` when there is no result or it is the source.
  public internal(set) var verification: Verification?
  /// Threads that hang in a driver and were left behind; they end with the process.
  public internal(set) var abandonedThreads = 0
  /// What a person should know.
  public internal(set) var warnings: [String] = []
  /// Why the job failed; `nil` when it didn't.
  public internal(set) var error: Failure?

  package init(outcome: Outcome) { self.outcome = outcome }

  /// The same report of a job that failed.
  package func failing(_ error: CompressionError) -> ImageReport {
    var copy = self
    copy.outcome = .failed
    copy.output = nil
    copy.error = Failure(error)
    return copy
  }

  /// Something that was tried, as in a film's report.
  public typealias Attempt = CompressionReport.Attempt

  /// Wall-clock seconds.
  public struct Times: Sendable, Hashable, Codable {
    /// Reading and decoding the source.
    public internal(set) var decoding = 0.0
    /// Bringing the picture to its size and colors.
    public internal(set) var preparing = 0.0
    /// Encoding.
    public internal(set) var encoding = 0.0
    /// Reading the result back and comparing.
    public internal(set) var verifying = 0.0
    /// All of it, until the result is in place.
    public internal(set) var total = 0.0

    package init() {}
  }

  /// Why a job failed.
  public struct Failure: Sendable, Hashable, Codable {
    /// The error's code.
    public let code: CompressionError.Code
    /// What failed and what to do.
    public let message: String
    /// Where it failed.
    public let stage: CompressionError.Stage

    package init(_ error: CompressionError) {
      code = error.code
      message = error.description
      stage = error.stage
    }
  }
}

extension ImageReport {
  /// Notes how a try ended; `encoder` is `nil` where the processor's didn't begin.
  mutating func tried(_ attempt: PictureAttempt, by encoder: String?, _ result: Attempt.Result, reason: String) {
    attempts.append(
      Attempt(
        backend: attempt.backend, encoder: encoder, device: attempt.unit?.device, result: result, reason: reason))
  }

  /// Notes what made the result.
  mutating func take(_ attempt: PictureAttempt, by made: PictureEncoder.Result) {
    backend = attempt.backend
    device = attempt.unit?.device
    encoder = made.encoder
    warnings += made.warnings
  }

  /// Forgets what the checks found in a result that didn't pass them.
  mutating func forgetResult() {
    output = nil
    similarity = nil
    verification = nil
  }
}

extension CompressionError {
  /// What had happened in a picture's job until then; `nil` when the job hadn't begun.
  public var imageReport: ImageReport? { account as? ImageReport }
}
