internal import FFmpeg
internal import Media

/// A sound track on its way to the encoder: its decoder, and the filters that bring its samples into the form of the
/// plan, on the result's timeline.
struct SoundInput {
  let stream: InputStream
  private let filters: SoundFilters
  private let plan: AudioPlan
  private let origin: Int64
  private let damagePolicy: DamagePolicy
  private let control: JobControl
  private let decoder: Decoder
  private var graph: FilterGraph?
  /// What plays it faster or slower; `nil` where nothing does.
  private let retimed: RetimedSound?
  private var form: Form?
  private var hasDecoded = false
  /// Where the samples have come to.
  private var end: Int64?
  /// Whether the next samples are the first of a new graph.
  private var isJoining = false
  /// Packets that didn't decode.
  private(set) var damaged = 0

  /// What a graph of filters is made for. A recording may change it midway.
  private struct Form: Equatable {
    let format: String
    let layout: String
    let rate: Int
  }

  /// Opens the decoder.
  init(
    _ stream: InputStream, plan: AudioPlan, timeline: TimelinePlan, damagePolicy: DamagePolicy, control: JobControl
  ) throws {
    self.stream = stream
    self.plan = plan
    self.damagePolicy = damagePolicy
    self.control = control
    filters = SoundFilters(plan: plan, timeline: timeline)
    // The conditioned samples already are in the form that tracks are mixed in.
    retimed = RetimedSound(timeline, rate: plan.sampleRate, form: "anull", frameSize: 0)
    origin = Timestamp.ticks(seconds: timeline.origin, in: Rational(1, Int32(plan.sampleRate)))
    do {
      decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 1)
    } catch {
      throw CompressionError(
        code: .decoderNotFound, message: "the sound codec \(stream.parameters.codecName) can't be decoded",
        stage: .decode, cause: "\(error)")
    }
  }

  /// Takes a packet; gives the samples that are ready, whose times count samples of the plan's rate.
  mutating func add(_ packet: Packet) throws -> [Frame] {
    try tolerate { decoder throws(FFmpegError) in try decoder.send(packet) }
    return try drain()
  }

  /// Takes the end of the track; gives the last samples.
  mutating func finish() throws -> [Frame] {
    try tolerate { decoder throws(FFmpegError) in try decoder.finish() }
    let ready = try drain() + closeGraph()
    guard let retimed else { return ready }
    return ready + (try filtering { () throws(FFmpegError) in try retimed.finish() })
  }

  private mutating func drain() throws -> [Frame] {
    var ready: [Frame] = []
    while true {
      var received = Received<Frame>.needsInput
      try tolerate { decoder throws(FFmpegError) in received = try decoder.receive() }
      guard case .ready(let frame) = received else { return ready }
      hasDecoded = true
      frame.presentationTime = frame.bestEffortTime ?? frame.presentationTime
      let form = Form(format: frame.sampleFormat, layout: frame.channelLayout, rate: frame.sampleRate)
      if form != self.form {
        ready += try closeGraph()
        let description = filters.conditioning(
          plan.mixed.first { $0.sourceIndex == stream.index }, channels: frame.channelCount,
          after: end.map { $0 + origin })
        graph = try filtering { () throws(FFmpegError) in
          try FilterGraph(
            input: .audio(timeBase: stream.timeBase, like: frame), description: description, threads: 1)
        }
        self.form = form
        isJoining = true
      }
      guard let graph else { return ready }
      try filtering { () throws(FFmpegError) in try graph.send(frame) }
      ready += try samples(of: graph)
    }
  }

  private mutating func closeGraph() throws -> [Frame] {
    guard let graph = graph.take() else { return [] }
    try filtering { () throws(FFmpegError) in try graph.finish() }
    return try samples(of: graph)
  }

  private mutating func samples(of graph: FilterGraph) throws -> [Frame] {
    var ready: [Frame] = []
    while case .ready(let frame) = try filtering({ () throws(FFmpegError) in try graph.receive() }) {
      let timeBase = Rational(1, Int32(plan.sampleRate))
      let time = frame.presentationTime.map { Timestamp.rescale($0, from: graph.timeBase, to: timeBase) }
      frame.presentationTime = retimed == nil ? time.map { $0 - origin } : time
      if isJoining, let gap = try gap(before: frame) { ready += try paced(gap) }
      isJoining = false
      if let time = frame.presentationTime { end = time + Int64(frame.sampleCount) }
      ready += try paced(frame)
    }
    return ready
  }

  /// Silence between what one graph gave and the next one gives, where that is too short to be seen as a hole.
  private func gap(before frame: Frame) throws -> Frame? {
    guard let end, let time = frame.presentationTime, time > end, time - end <= plan.sampleRate / 10 else { return nil }
    return try filtering { () throws(FFmpegError) in
      let silence = try Frame(samples: Int(time - end), rate: plan.sampleRate, channelLayout: plan.channelLayout)
      silence.presentationTime = end
      return silence
    }
  }

  /// The samples at the speed of their part of the film.
  private func paced(_ frame: Frame) throws -> [Frame] {
    guard let retimed else { return [frame] }
    return try filtering { () throws(FFmpegError) in try retimed.add(frame) }
  }

  private mutating func tolerate(_ body: (Decoder) throws(FFmpegError) -> Void) throws {
    do {
      try body(decoder)
    } catch {
      try control.check()
      // A recording may be cut into the middle of a frame; what comes before the first whole one isn't damage.
      guard hasDecoded else { return }
      damaged += 1
      guard damagePolicy == .refuse else { return }
      throw CompressionError(
        code: .sourceDamaged, message: "the source is damaged: sound in stream \(stream.index) doesn't decode",
        remedy: "use --salvage to keep what is readable", stage: .decode, cause: "\(error)")
    }
  }

  private func filtering<Value>(_ body: () throws(FFmpegError) -> Value) throws -> Value {
    do { return try body() } catch {
      try control.check()
      throw CompressionError.transforming(error, what: "resampling the sound")
    }
  }
}
