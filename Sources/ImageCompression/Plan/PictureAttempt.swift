internal import Capabilities

/// One way to code a picture.
struct PictureAttempt: Sendable, Hashable {
  /// What codes.
  enum Coder: Sendable, Hashable {
    /// The processor.
    case processor
    /// A video unit.
    case unit(EncoderCapability)
  }

  /// What codes.
  let coder: Coder
  /// Why the attempt stands where it stands.
  let reason: String

  /// The kind of encoder.
  var backend: Backend {
    switch coder {
    case .processor: .software
    case .unit(let encoder): encoder.backend
    }
  }

  /// The video unit's encoder; `nil` for the processor.
  var unit: EncoderCapability? {
    switch coder {
    case .processor: nil
    case .unit(let encoder): encoder
    }
  }

  /// What a picture is coded by where nothing else comes into question.
  static let processor = PictureAttempt(coder: .processor, reason: "as it was asked for")
}
