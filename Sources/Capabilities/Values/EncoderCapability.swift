public import Media

/// What an encoder of this machine can do: one value for each device and codec.
public struct EncoderCapability: Sendable, Hashable, Codable {
  /// The kind of encoder.
  public let backend: Backend
  /// FFmpeg's name of the encoder.
  public let encoder: String
  /// The device: a render node's path, or the number of a GPU; `nil` for software.
  public let device: String?
  /// The codec.
  public let codec: VideoCodec
  /// Bits a sample that it can encode, proved by a trial.
  public let bitDepths: [Int]
  /// What its driver allows.
  public let limits: EncoderLimits
  /// Why it can't encode a number of bits a sample that one might ask it for.
  public let obstacles: [Int: String]
  /// What its device can do to pictures before; `nil` when it wasn't asked, and for the processor.
  public let decoding: DeviceDecoding?

  package init(
    backend: Backend, encoder: String, device: String?, codec: VideoCodec, bitDepths: [Int], limits: EncoderLimits,
    obstacles: [Int: String] = [:], decoding: DeviceDecoding? = nil
  ) {
    self.backend = backend
    self.encoder = encoder
    self.device = device
    self.codec = codec
    self.bitDepths = bitDepths
    self.limits = limits
    self.obstacles = obstacles
    self.decoding = decoding
  }

  /// The smallest picture.
  public var minimumSize: PixelSize { limits.minimumSize }
  /// The largest picture.
  public var maximumSize: PixelSize { limits.maximumSize }
}

/// What a driver says that its encoder can do.
public struct EncoderLimits: Sendable, Hashable, Codable {
  /// The smallest picture.
  public let minimumSize: PixelSize
  /// The largest picture.
  public let maximumSize: PixelSize
  /// How many frames between two others may refer to both; 0 where none may.
  public let maximumBFrames: Int
  /// The ways to control the rate that it lists.
  public let rateControls: Set<RateControlMode>
  /// Whether it can look at later pictures before it encodes one.
  public let hasLookahead: Bool
  /// Whether only its low-power unit encodes (`VAEntrypointEncSliceLP` without `VAEntrypointEncSlice`).
  public let isLowPowerOnly: Bool

  package init(
    minimumSize: PixelSize, maximumSize: PixelSize, maximumBFrames: Int = 0, rateControls: Set<RateControlMode> = [],
    hasLookahead: Bool = false, isLowPowerOnly: Bool = false
  ) {
    self.minimumSize = minimumSize
    self.maximumSize = maximumSize
    self.maximumBFrames = maximumBFrames
    self.rateControls = rateControls
    self.hasLookahead = hasLookahead
    self.isLowPowerOnly = isLowPowerOnly
  }
}

/// A way to control the rate, by the names that drivers use.
public enum RateControlMode: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// A fixed quantizer.
  case constantQuantizer
  /// A quality that the encoder keeps by its own judgement (ICQ; a target quality in NVIDIA's interface).
  case constantQuality
  /// A quality within a ceiling of the rate (QVBR).
  case cappedQuality
  /// A variable rate around an average.
  case variable
  /// A constant rate.
  case constant

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
