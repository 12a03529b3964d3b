public import Capabilities
public import Media

/// One way to make the result.
public struct PlannedAttempt: Sendable, Hashable, Codable {
  /// When an attempt is made.
  public enum Condition: String, Sendable, Hashable, Codable {
    /// When nothing has succeeded before it.
    case unlessSucceeded
    /// Only when an earlier attempt succeeded but wasn't smaller than the source.
    case ifNotSmaller
  }

  /// What becomes of the film's packets.
  public enum Film: Sendable, Hashable, Codable {
    /// They are decoded, transformed and encoded.
    case encode(PlannedEncoder)
    /// They are copied as they are, into another container.
    case copyPackets
  }

  /// When the attempt is made.
  public let condition: Condition
  /// What becomes of the film's packets.
  public let film: Film
  /// Why the attempt stands where it stands.
  public let reason: String

  package init(condition: Condition, film: Film, reason: String) {
    self.condition = condition
    self.film = film
    self.reason = reason
  }
}

/// An encoder and how it is driven.
public struct PlannedEncoder: Sendable, Hashable, Codable {
  /// The kind of encoder.
  public let backend: Backend
  /// FFmpeg's name of the encoder.
  public let encoder: String
  /// The device; `nil` for software.
  public let device: String?
  /// The codec.
  public let codec: VideoCodec
  /// What decides how much data a picture gets.
  public let rate: PlannedRate
  /// How samples are laid out when they reach the encoder.
  public let layout: PixelFormat
  /// What the encoder's driver allows.
  public let limits: EncoderLimits
  /// Where the source's pictures are decoded and scaled.
  public let decoding: DecodingPlace

  package init(
    backend: Backend, encoder: String, device: String?, codec: VideoCodec, rate: PlannedRate, layout: PixelFormat,
    limits: EncoderLimits, decoding: DecodingPlace = .processor
  ) {
    self.backend = backend
    self.encoder = encoder
    self.device = device
    self.codec = codec
    self.rate = rate
    self.layout = layout
    self.limits = limits
    self.decoding = decoding
  }
}

extension PlannedRate {
  /// What a quality never exceeds; `nil` where nothing limits it.
  var ceiling: BitRate? { if case .quality(_, let ceiling) = self { ceiling } else { nil } }
}

/// Where a source's pictures are decoded and scaled.
public enum DecodingPlace: String, Sendable, Hashable, Codable {
  /// By the processor.
  case processor
  /// In the video unit that encodes them, which they don't leave; by the processor when that fails.
  case device
}

/// What decides how much data a picture gets.
public enum PlannedRate: Sendable, Hashable, Codable {
  /// Constant quality from 0 to 1, never above the ceiling (averaged over a few seconds).
  case quality(Double, ceiling: BitRate?)
  /// An average over the whole recording.
  case average(BitRate)
}
