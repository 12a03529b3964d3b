internal import FFmpeg
internal import Media

/// Sound at the speeds of a timeline: frames on the source's timeline in, in ``Frame/planarFloat``; frames on the result's
/// out, in the form that an encoder takes.
final class RetimedSound {
  private enum Way {
    case stretch(TimeStretcher)
    case tape(TapeResampler)
  }

  private let timeline: TimelinePlan
  private let rate: Int
  /// The filters that bring samples into the encoder's form.
  private let form: String
  private let frameSize: Int
  private var way: Way?
  private var packer: FilterGraph?
  private var model: Frame?
  /// The number of the next sample that goes into the packer.
  private var position: Int64 = 0
  /// The number of the sample that is expected next.
  private var expected: Int64?

  /// Prepares for a track; `nil` where nothing is played faster or slower.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - rate: Samples a second of the frames that come in and go out.
  ///   - form: The filters that bring samples into the encoder's form.
  ///   - frameSize: Samples that each frame that comes out shall have; 0 for any number.
  init?(_ timeline: TimelinePlan, rate: Int, form: String, frameSize: Int) {
    guard timeline.changesSpeed else { return nil }
    self.timeline = timeline
    self.rate = rate
    self.form = form
    self.frameSize = frameSize
  }

  /// Takes a frame, whose time counts samples of the source.
  ///
  /// - Returns: The frames that are ready; their times count samples of the result.
  func add(_ frame: Frame) throws(FFmpegError) -> [Frame] {
    let samples = frame.floatSamples
    guard let count = samples.first?.count, count > 0 else { return [] }
    var place = frame.presentationTime ?? expected ?? 0
    // Roundings of a coarse clock are no gaps.
    if let expected, abs(place - expected) <= Int64(rate / 200) { place = expected }
    expected = place + Int64(count)
    if way == nil {
      // An encoder's run-up before the beginning isn't heard, and needn't be slowed down.
      let origin = Timestamp.ticks(seconds: timeline.origin, in: Rational(1, Int32(rate)))
      guard place + Int64(count) > origin else { return [] }
      try begin(at: max(place, origin), like: frame)
    }
    switch way {
    case .stretch(var stretcher):
      way = nil
      stretcher.add(samples, at: Int(place))
      let ready = stretcher.read(isLast: false)
      way = .stretch(stretcher)
      return try pack(ready)
    case .tape(var tape):
      way = nil
      tape.add(samples, at: Int(place))
      let ready = tape.read(isLast: false)
      way = .tape(tape)
      return try pack(ready)
    case nil: return []
    }
  }

  /// Gives what is still held back.
  func finish() throws(FFmpegError) -> [Frame] {
    var ready: [[Float]] = []
    switch way.take() {
    case .stretch(var stretcher): ready = stretcher.read(isLast: true)
    case .tape(var tape): ready = tape.read(isLast: true)
    case nil: return []
    }
    var frames = try pack(ready)
    try packer?.finish()
    frames += try drain()
    return frames
  }

  private func begin(at place: Int64, like frame: Frame) throws(FFmpegError) {
    let clock = SampleClock(timeline, rate: rate)
    let channels = frame.floatSamples.count
    way =
      timeline.pitch == .keep
      ? .stretch(TimeStretcher(clock: clock, channelCount: channels, from: Int(place)))
      : .tape(TapeResampler(clock: clock, channelCount: channels, from: Int(place)))
    position = Int64(clock.result(Int(place)))
    model = try frame.copy()
    packer = try FilterGraph(
      input: .audio(timeBase: Rational(1, Int32(rate)), like: frame), description: form, frameSize: frameSize,
      threads: 1)
  }

  private func pack(_ samples: [[Float]]) throws(FFmpegError) -> [Frame] {
    guard let count = samples.first?.count, count > 0, let model, let packer else { return [] }
    let frame = try Frame(like: model, samples: samples)
    frame.presentationTime = position
    position += Int64(count)
    try packer.send(frame)
    return try drain()
  }

  private func drain() throws(FFmpegError) -> [Frame] {
    guard let packer else { return [] }
    var ready: [Frame] = []
    while case .ready(let frame) = try packer.receive() {
      frame.presentationTime = frame.presentationTime.map {
        Timestamp.rescale($0, from: packer.timeBase, to: Rational(1, Int32(rate)))
      }
      ready.append(frame)
    }
    return ready
  }
}
