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
  /// How many frames the result has, if the source is whole.
  public let frameCount: Int
  /// When the last frame ends on the result's timeline, in seconds, if the source is whole; `nil` when its own length
  /// says so.
  public let endTime: Double?
  /// What is drawn into each frame after the steps.
  public let drawing: DrawingPlan

  package init(
    streamIndex: Int, steps: [TransformStep], size: PixelSize, pixelAspect: Rational, orientation: Orientation,
    pixelFormat: PixelFormat, color: ColorDescription, frameRate: Rational, isConstantFrameRate: Bool = true,
    timeBase: Rational,
    exactFrameRate: Rational? = nil, keyframeInterval: Int?, speed: SpeedPreset, frameCount: Int,
    endTime: Double? = nil,
    drawing: DrawingPlan = .nothing
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
    self.frameCount = frameCount
    self.endTime = endTime
    self.drawing = drawing
  }
}

/// Something that is done to each decoded frame.
public enum TransformStep: Sendable, Hashable, Codable {
  /// Two fields become one frame.
  case deinterlace
  /// The picture is turned and mirrored upright.
  case orient(Orientation)
  /// The picture is scaled to this stored size and laid out in this format, in the same color.
  case scale(PixelSize, PixelFormat)
}
