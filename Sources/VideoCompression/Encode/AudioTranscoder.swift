internal import FFmpeg
internal import Media

/// The stage that decodes, resamples and encodes one sound track.
struct AudioTranscoder {
  let stream: InputStream
  let plan: AudioPlan
  let timeline: TimelinePlan
  let damagePolicy: DamagePolicy
  let packets: Channel<Packet>
  let encoder: Encoder
  let writer: Channel<WriteItem>
  let output: Int
  let control: JobControl

  /// Transcodes to the end.
  ///
  /// - Returns: Packets that didn't decode.
  func run() throws -> Int {
    // A writer that has given up mustn't leave the reader waiting for room.
    defer { packets.cancel() }
    let decoder: Decoder
    do {
      decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 1)
    } catch {
      throw CompressionError(
        code: .decoderNotFound, message: "the sound codec \(stream.parameters.codecName) can't be decoded",
        stage: .decode, cause: "\(error)")
    }
    var state = State()
    state.retimed = RetimedSound(timeline, rate: plan.sampleRate, form: form, frameSize: encoder.frameSize)
    while let packet = packets.receive() {
      try control.check()
      try tolerate(&state) { () throws(FFmpegError) in try decoder.send(packet) }
      guard try drain(decoder, &state) else { return state.damaged }
    }
    try control.check()
    try tolerate(&state) { () throws(FFmpegError) in try decoder.finish() }
    guard try drain(decoder, &state), try closeGraph(&state), try finishRetiming(&state) else { return state.damaged }
    try encode { () throws(FFmpegError) in try encoder.finish() }
    _ = try sendPackets()
    return state.damaged
  }

  private struct Form: Equatable {
    let format: String
    let layout: String
    let rate: Int
  }

  private struct State {
    var graph: FilterGraph?
    var form: Form?
    /// What plays it faster or slower; `nil` where nothing does.
    var retimed: RetimedSound?
    var hasDecoded = false
    var damaged = 0
  }

  /// - Returns: Whether the writer still listens.
  private func drain(_ decoder: Decoder, _ state: inout State) throws -> Bool {
    while true {
      var received = Received<Frame>.needsInput
      try tolerate(&state) { () throws(FFmpegError) in received = try decoder.receive() }
      guard case .ready(let frame) = received else { return true }
      state.hasDecoded = true
      frame.presentationTime = frame.bestEffortTime ?? frame.presentationTime
      let form = Form(format: frame.sampleFormat, layout: frame.channelLayout, rate: frame.sampleRate)
      if form != state.form {
        guard try closeGraph(&state) else { return false }
        state.graph = try transform { () throws(FFmpegError) in
          try FilterGraph(
            input: .audio(timeBase: stream.timeBase, like: frame), description: filters,
            frameSize: timeline.changesSpeed ? 0 : encoder.frameSize, threads: 1)
        }
        state.form = form
      }
      guard let graph = state.graph else { return true }
      try transform { () throws(FFmpegError) in try graph.send(frame) }
      guard try encodeReady(from: graph, state) else { return false }
    }
  }

  private func closeGraph(_ state: inout State) throws -> Bool {
    guard let graph = state.graph.take() else { return true }
    try transform { () throws(FFmpegError) in try graph.finish() }
    return try encodeReady(from: graph, state)
  }

  private func encodeReady(from graph: FilterGraph, _ state: State) throws -> Bool {
    let origin = Timestamp.ticks(seconds: timeline.origin, in: encoder.timeBase)
    while case .ready(let frame) = try transform({ () throws(FFmpegError) in try graph.receive() }) {
      if let retimed = state.retimed {
        frame.presentationTime = frame.presentationTime.map {
          Timestamp.rescale($0, from: graph.timeBase, to: encoder.timeBase)
        }
        guard try encode(try transform { () throws(FFmpegError) in try retimed.add(frame) }) else { return false }
        continue
      }
      frame.presentationTime = frame.presentationTime.map {
        Timestamp.rescale($0, from: graph.timeBase, to: encoder.timeBase) - origin
      }
      try encode { () throws(FFmpegError) in try encoder.send(frame) }
      guard try sendPackets() else { return false }
    }
    return true
  }

  private func finishRetiming(_ state: inout State) throws -> Bool {
    guard let retimed = state.retimed.take() else { return true }
    return try encode(try transform { () throws(FFmpegError) in try retimed.finish() })
  }

  /// Encodes frames that are on the result's timeline.
  private func encode(_ frames: [Frame]) throws -> Bool {
    for frame in frames {
      try encode { () throws(FFmpegError) in try encoder.send(frame) }
      guard try sendPackets() else { return false }
    }
    return true
  }

  private func sendPackets() throws -> Bool {
    while true {
      var received = Received<Packet>.needsInput
      try encode { () throws(FFmpegError) in received = try encoder.receive() }
      guard case .ready(let packet) = received else { return true }
      guard writer.send(WriteItem(output: output, packet: packet, timeBase: encoder.timeBase)) else { return false }
    }
  }

  /// Cuts to the sample, fills gaps with silence so that sound stays with the picture, and brings samples into the
  /// encoder's form.
  private var filters: String {
    var filters: [String] = []
    if timeline.isTrimmed {
      let start = timeline.start.map { "start=\($0)" }
      let end = timeline.end.map { "end=\($0)" }
      filters.append("atrim=" + [start, end].compactMap { $0 }.joined(separator: ":"))
    }
    filters.append("aresample=async=1")
    filters.append(timeline.changesSpeed ? form(of: Frame.planarFloat) : form)
    return filters.joined(separator: ",")
  }

  /// The form that the encoder takes.
  private var form: String { form(of: encoder.sampleFormat) }

  private func form(of samples: String) -> String {
    "aformat=sample_fmts=\(samples):sample_rates=\(plan.sampleRate):channel_layouts=\(plan.channelLayout)"
  }

  private func tolerate(_ state: inout State, _ body: () throws(FFmpegError) -> Void) throws {
    do {
      try body()
    } catch {
      try control.check()
      // A recording may be cut into the middle of a frame; what comes before the first whole one isn't damage.
      guard state.hasDecoded else { return }
      state.damaged += 1
      guard damagePolicy == .refuse else { return }
      throw CompressionError(
        code: .sourceDamaged, message: "the source is damaged: sound in stream \(stream.index) doesn't decode",
        remedy: "use --salvage to keep what is readable", stage: .decode, cause: "\(error)")
    }
  }

  private func encode(_ body: () throws(FFmpegError) -> Void) throws {
    do { try body() } catch {
      try control.check()
      throw CompressionError.encoding(error, what: "encoding the sound")
    }
  }

  private func transform<Value>(_ body: () throws(FFmpegError) -> Value) throws -> Value {
    do { return try body() } catch {
      try control.check()
      throw CompressionError.transforming(error, what: "resampling the sound")
    }
  }
}
