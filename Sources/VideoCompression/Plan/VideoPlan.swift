public import Media

/// How the picture of the result is made.
public struct VideoPlan: Sendable, Hashable, Codable {
  /// The film's index among the source's streams.
  public let streamIndex: Int
  /// What is done to each decoded frame, in this order; empty when nothing is.
  public let steps: [TransformStep]
  /// Pixels as the result stores them.
  public let size: PixelSize
  /// Width to height of a pixel.
  public let pixelAspect: Rational
  /// The turn that stays a note in the file.
  public let orientation: Orientation
  /// How samples are laid out when they reach the encoder.
  public let pixelFormat: PixelFormat
  /// What the samples mean.
  public let color: ColorDescription
  /// Frames a second, for rate control only; time stamps are the source's.
  public let frameRate: Rational
  /// Whether frames follow one another at that rate, so that the container may say so.
  public let isConstantFrameRate: Bool
  /// Seconds a tick of the time stamps that reach the encoder.
  public let timeBase: Rational
  /// The rate whose multiples the frames' times are brought back to, where the source only has roundings of them;
  /// `nil` where each time is kept as it is.
  public let exactFrameRate: Rational?
  /// The longest distance between keyframes, in frames; `nil` lets the encoder choose.
  public let keyframeInterval: Int?
  /// How much work the encoder puts into each picture.
  public let speed: SpeedPreset
  /// What the encoder is tuned for.
  public let tuning: EncoderTuning
  /// How many frames the result has, if the source is whole.
  public let frameCount: Int
  /// When the last frame ends on the result's timeline, in seconds, if the source is whole; `nil` when its own length
  /// says so.
  public let endTime: Double?

  package init(
    streamIndex: Int, steps: [TransformStep], size: PixelSize, pixelAspect: Rational, orientation: Orientation,
    pixelFormat: PixelFormat, color: ColorDescription, frameRate: Rational, isConstantFrameRate: Bool = true,
    timeBase: Rational,
    exactFrameRate: Rational? = nil, keyframeInterval: Int?, speed: SpeedPreset, tuning: EncoderTuning = .standard,
    frameCount: Int, endTime: Double? = nil
  ) {
    self.streamIndex = streamIndex
    self.steps = steps
    self.size = size
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.pixelFormat = pixelFormat
    self.color = color
    self.frameRate = frameRate
    self.isConstantFrameRate = isConstantFrameRate
    self.timeBase = timeBase
    self.exactFrameRate = exactFrameRate
    self.keyframeInterval = keyframeInterval
    self.speed = speed
    self.tuning = tuning
    self.frameCount = frameCount
    self.endTime = endTime
  }
}

extension VideoPlan {
  /// Pixels as they are shown: widened by their aspect, and turned.
  var displaySize: PixelSize {
    let width = pixelAspect.isPositive ? Int((Double(size.width) * pixelAspect.value).rounded()) : size.width
    let shown = PixelSize(width: max(width, 1), height: size.height)
    return orientation.swapsSides ? shown.transposed : shown
  }

  /// Whether high dynamic range is brought to the standard range.
  var isToneMapped: Bool {
    steps.contains { if case .toneMap = $0 { true } else { false } }
  }
}
