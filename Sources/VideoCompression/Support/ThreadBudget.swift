internal import FFmpeg
internal import Media

/// How the machine's cores are shared out over the stages of a job.
struct ThreadBudget: Sendable {
  private let cores: Int
  /// Threads of the film's decoder.
  let decoder: Int
  /// Threads of the filters.
  let filters: Int
  private let makesOneFrame: Bool

  /// The budget for a number of cores.
  ///
  /// The stages already run beside one another. On two cores a second thread of the decoder costs more than it brings,
  /// but where decoding a picture takes long: an encoder takes many frames before it gives the first packet, and nothing
  /// but the decoder can keep the cores busy then.
  ///
  /// - Parameters:
  ///   - cores: The cores that this process may use.
  ///   - sourceRate: The film's rate, which tells how long decoding a picture takes; `nil` when unknown.
  ///   - makesOneFrame: Whether x264 and x265 are kept to one frame at a time.
  init(cores: Int = ThreadBudget.availableCores, sourceRate: BitRate? = nil, makesOneFrame: Bool = false) {
    let isHeavy = sourceRate.map { $0 > .megabits(8) } ?? true
    decoder = cores <= 2 ? min(cores, isHeavy ? 2 : 1) : max(2, min(cores / 2, 16))
    filters = max(1, min(cores / 4, 8))
    self.cores = cores
    self.makesOneFrame = makesOneFrame
  }

  /// Frames that x264 encodes at once; 0 leaves it the choice.
  ///
  /// On two cores it makes three, which wait for one another so often that a tenth of the time at `balanced` is lost; with a
  /// fourth one a third of that is won, and a bit more with a fifth where a frame takes long. A frame needs two rows of
  /// macroblocks for each, as x264 has it itself.
  func avcFrames(height: Int, speed: SpeedPreset) -> Int {
    if makesOneFrame { return 1 }
    return cores == 2 ? min(speed >= .balanced ? 5 : 4, max(1, (height + 15) / 32)) : 0
  }

  /// Threads of x264 that look ahead; 0 leaves it the choice.
  ///
  /// It takes one on two cores, for which everything waits until it has seen the first forty frames of `balanced`.
  func avcLookahead(height: Int, speed: SpeedPreset) -> Int {
    cores == 2 && speed >= .balanced && avcFrames(height: height, speed: speed) > 1 ? 2 : 0
  }

  /// Frames that x265 encodes at once; 0 leaves it the choice.
  ///
  /// Of two or three cores it makes one frame only, whose rows wait for one another at its beginning and end; a second frame
  /// fills these gaps. On two cores pictures of 360 lines gain nothing by it, and small ones are better off without: when the
  /// last frame is done at the very moment at which x265 learns that it is the last, it waits forever for another one
  /// (`RateControl::rateControlEnd`), and the less a frame takes, the likelier that is.
  func hevcFrames(height: Int) -> Int {
    if makesOneFrame || height < (cores <= 3 ? 480 : 256) { return 1 }
    return cores == 2 || cores == 3 ? 2 : 0
  }

  /// The cores that this process may use.
  static let availableCores = max(1, FFmpegLibrary.processorCount)
}
