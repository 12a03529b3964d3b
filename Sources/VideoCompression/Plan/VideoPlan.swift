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
  /// What is carried of high dynamic range beside the samples.
  public let hdr: HDRPlan
  /// Frames a second, for rate control only; time stamps say when each is shown.
  public let frameRate: Rational
  /// Whether frames follow one another at that rate, so that the container may say so.
  public let isConstantFrameRate: Bool
  /// Seconds a tick of the time stamps that reach the encoder.
  public let timeBase: Rational
  /// The rate whose multiples the frames' times are brought back to, where the source only has roundings of them;
  /// `nil` where each time is kept as it is.
  public let exactFrameRate: Rational?
  /// The source's frames a second, which places those that have no time.
  public let sourceFrameRate: Rational
  /// The longest time from one frame of the source to the next, in seconds; `nil` when unknown.
  public let sourceLongestStep: Double?
  /// Which of the decoded frames reach the encoder.
  public let selection: FrameSelection
  /// Seconds a tick of the times at which frames are selected; the encoder's own where all are taken.
  public let clock: Rational
  /// The longest time that a frame is shown for, in seconds, where that isn't the source's doing.
  public let longestStep: Double?
  /// The longest distance between keyframes, in frames; `nil` lets the encoder choose.
  public let keyframeInterval: Int?
  /// How much work the encoder puts into each picture.
  public let speed: SpeedPreset
  /// The subset of the codec that is asked for; `nil` for the usual one of the bit depth.
  public let profile: CodecProfile?
  /// The level that is asked for; `nil` for the lowest that holds.
  public let level: CodecLevel?
  /// Options of the encoder by its own names.
  public let encoderOptions: [String: String]
  /// What the encoder is tuned for.
  public let tuning: EncoderTuning
  /// How many frames the result has, if the source is whole.
  public let frameCount: Int
  /// When the last frame ends on the result's timeline, in seconds, if the source is whole; `nil` when its own length
  /// says so.
  public let endTime: Double?
  /// What is drawn into each frame after the steps.
  public let drawing: DrawingPlan

  package init(
    streamIndex: Int, steps: [TransformStep], size: PixelSize, pixelAspect: Rational, orientation: Orientation,
    pixelFormat: PixelFormat, color: ColorDescription, hdr: HDRPlan = HDRPlan(), frameRate: Rational,
    isConstantFrameRate: Bool = true, timeBase: Rational,
    exactFrameRate: Rational? = nil, sourceFrameRate: Rational? = nil, sourceLongestStep: Double? = nil,
    selection: FrameSelection = .all, clock: Rational? = nil, longestStep: Double? = nil, keyframeInterval: Int?,
    speed: SpeedPreset,
    profile: CodecProfile? = nil, level: CodecLevel? = nil, encoderOptions: [String: String] = [:],
    tuning: EncoderTuning = .standard, frameCount: Int, endTime: Double? = nil, drawing: DrawingPlan = .nothing
  ) {
    self.streamIndex = streamIndex
    self.steps = steps
    self.size = size
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.pixelFormat = pixelFormat
    self.color = color
    self.hdr = hdr
    self.frameRate = frameRate
    self.isConstantFrameRate = isConstantFrameRate
    self.timeBase = timeBase
    self.exactFrameRate = exactFrameRate
    self.sourceFrameRate = sourceFrameRate ?? frameRate
    self.sourceLongestStep = sourceLongestStep
    self.selection = selection
    self.clock = clock ?? timeBase
    self.longestStep = longestStep
    self.keyframeInterval = keyframeInterval
    self.speed = speed
    self.profile = profile
    self.level = level
    self.encoderOptions = encoderOptions
    self.tuning = tuning
    self.frameCount = frameCount
    self.endTime = endTime
    self.drawing = drawing
  }
}

extension VideoPlan {
  /// Pixels as they are shown: widened by their aspect, and turned.
  var displaySize: PixelSize {
    let width = pixelAspect.isPositive ? Int((Double(size.width) * pixelAspect.value).rounded()) : size.width
    let shown = PixelSize(width: max(width, 1), height: size.height)
    return orientation.swapsSides ? shown.transposed : shown
  }

  /// How the film's color is brought into another system; `nil` where it is kept.
  var conversion: ColorConversion? {
    for case .convertColor(let conversion, _) in steps { return conversion }
    return nil
  }

  /// Whether frames are selected behind the steps rather than before them: a step looks at the frames beside each, or
  /// makes new ones.
  var selectsBehindSteps: Bool {
    selection != .all
      && steps.contains { step in
        switch step {
        case .deinterlace, .interpolate: true
        case .denoise, .crop, .scale, .convertColor, .levels, .pad, .orient: false
        }
      }
  }

  /// Whether the steps give other frames than they get.
  var makesFrames: Bool {
    selectsBehindSteps || steps.contains { if case .interpolate = $0 { true } else { false } }
  }

  /// Seconds a tick of the times of frames that go through the steps.
  var stepTimeBase: Rational { selectsBehindSteps ? clock : timeBase }
}
