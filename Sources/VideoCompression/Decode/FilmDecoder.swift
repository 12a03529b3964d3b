internal import FFmpeg
internal import Media

/// What decoding the film gave.
struct DecodeResult: Sendable {
  /// Frames within the range.
  var frames = 0
  /// Frames that were handed on: fewer where some are dropped, more where some are repeated.
  var handedOn = 0
  /// Packets and frames that are damaged.
  var damaged = 0
  /// Whether a frame came out that isn't damaged.
  var hasWholeFrame = false
  /// The decoder's words on the first of them.
  var firstDamage: String?
}

/// The stage that decodes the film: packets in, frames on the result's timeline out.
struct FilmDecoder {
  let stream: InputStream
  let plan: CompressionPlan
  let packets: Channel<Packet>
  let frames: Channel<Frame>
  let control: JobControl
  let threads: Int
  /// Whether the source's format may begin in the middle of a group of pictures, as recordings of broadcasts do.
  let mayBeginAnywhere: Bool
  /// A video unit that decodes; `nil` for the processor.
  let unit: DecodingUnit?

  /// Decodes to the end. Whatever happens, the channel behind is finished.
  func run() throws -> DecodeResult {
    defer { frames.finish() }
    let decoder: Decoder
    do {
      decoder = try open()
    } catch {
      if unit != nil { throw DeviceDecodingFailure(cause: "\(error)") }
      throw CompressionError(
        code: .decoderNotFound, message: "the source's codec \(stream.parameters.codecName) can't be decoded",
        stage: .decode, cause: "\(error)")
    }
    var timing = Timing(
      pacing: FramePacing(
        map: TimelineMap(plan.timeline, timeBase: stream.timeBase), target: plan.video.clock,
        frameRate: plan.video.sourceFrameRate, exactRate: plan.video.exactFrameRate),
      selector: plan.video.selectsBehindSteps ? nil : FrameSelector(plan.video))
    var result = DecodeResult()
    // What a driver's curve makes of a picture isn't known.
    let spot = unit.flatMap { plan.video.conversion == nil ? SpotCheck(stream, book: $0.book) : nil }
    var courier = plan.video.hdr.carriesDynamic ? MetadataCourier(stream) : nil
    let shownFrom = unit == nil ? firstShown : nil
    while timing.isOpen, let packet = packets.receive() {
      try control.check()
      if let shownFrom { decoder.leavesOutUnreferenced = packet.presentationTime.map { $0 < shownFrom } ?? false }
      let mark = courier?.enter(packet)
      try tolerate(&result, at: packet.presentationTime) { () throws(FFmpegError) in
        try decoder.send(packet, mark: mark)
      }
      spot?.look(at: packet)
      try drain(decoder, into: &timing, &result, spot, &courier)
    }
    try control.check()
    if timing.isOpen {
      try tolerate(&result, at: nil) { () throws(FFmpegError) in try decoder.finish() }
      try drain(decoder, into: &timing, &result, spot, &courier)
    }
    // The reader may still be waiting for room.
    packets.cancel()
    if timing.isOpen {
      let last = timing.pacing.finish()
      try handOn(last, &timing, &result, spot)
    }
    if timing.isListening { try timing.selector?.finish { send($0, &result, spot) } }
    if result.frames == 0 { throw nothingDecoded(result) }
    return result
  }

  /// What gives frames their times, and how far it is.
  private struct Timing {
    var pacing: FramePacing
    /// What chooses among them; `nil` where that is done behind the steps.
    var selector: FrameSelector?
    /// Whether frames still count: they lie within the range, and somebody listens.
    var isOpen: Bool { isListening && !pacing.isPastEnd }
    var isListening = true
  }

  private func drain(
    _ decoder: Decoder, into timing: inout Timing, _ result: inout DecodeResult, _ spot: SpotCheck?,
    _ courier: inout MetadataCourier?
  ) throws {
    while true {
      var received = Received<Frame>.needsInput
      try tolerate(&result, at: nil) { () throws(FFmpegError) in received = try decoder.receive() }
      guard case .ready(let frame) = received else { return }
      if unit != nil, !frame.isOnDevice { throw DeviceDecodingFailure(cause: "\(refusal)") }
      if frame.isDamaged, !isRunUp(frame, timing.pacing, result) {
        try note("a frame is damaged", at: frame.bestEffortTime, in: &result)
      }
      if !frame.isDamaged { result.hasWholeFrame = true }
      try courier?.leave(frame)
      let ready = timing.pacing.add(frame)
      try handOn(ready, &timing, &result, spot)
      if !timing.isOpen { return }
    }
  }

  /// Sends on what is chosen of frames that have their times.
  private func handOn(
    _ ready: [Frame], _ timing: inout Timing, _ result: inout DecodeResult, _ spot: SpotCheck?
  ) throws {
    for frame in ready where timing.isListening {
      result.frames += 1
      let isWanted =
        try timing.selector?.add(frame) { send($0, &result, spot) } ?? send(frame, &result, spot)
      if !isWanted { timing.isListening = false }
    }
  }

  private func send(_ frame: Frame, _ result: inout DecodeResult, _ spot: SpotCheck?) -> Bool {
    spot?.follow(frame)
    guard frames.send(frame) else { return false }
    result.handedOn += 1
    return true
  }

  /// What FFmpeg said when the unit refused the stream. FFmpeg goes on with a decoder of its own then, which has one
  /// thread.
  private var refusal: FFmpegError {
    FFmpegError(function: "AVCodecContext.get_format", code: FFmpegError.notSupported)
  }

  /// Whether a frame may lack what it refers to without the source being damaged: before a range that begins behind
  /// a seek, and at the beginning of a recording that was cut anywhere.
  private func isRunUp(_ frame: Frame, _ pacing: FramePacing, _ result: DecodeResult) -> Bool {
    if let start = pacing.map.start, let time = frame.bestEffortTime, time < start { return true }
    return mayBeginAnywhere && !result.hasWholeFrame
  }

  /// The first time stamp of frames that may be shown; those before serve as references only, on the way from a keyframe
  /// to where the range begins. The frame that is on screen there begins a step before, at most. `nil` without a range.
  private var firstShown: Int64? {
    guard let start = plan.timeline.start, let step = plan.video.sourceLongestStep else { return nil }
    return Timestamp.ticks(seconds: start - 1.5 * step - 0.01, in: stream.timeBase)
  }

  private func open() throws -> Decoder {
    if let unit {
      return try watching { () throws(FFmpegError) in
        try Decoder(stream.parameters, timeBase: stream.timeBase, threads: threads, device: unit.device)
      }
    }
    guard control.abandonedThreads > 0 else {
      return try Decoder(stream.parameters, timeBase: stream.timeBase, threads: threads)
    }
    // A driver that hangs may keep FFmpeg's lock.
    return try Watchdog.run("opening the decoder", limit: PipelineAssembly.patience) { [stream, threads] in
      Handover(try Decoder(stream.parameters, timeBase: stream.timeBase, threads: threads))
    }
  }

  private func watching<Value>(_ body: () throws(FFmpegError) -> Value) throws(FFmpegError) -> Value {
    guard let unit else { return try body() }
    return try unit.watchdog.watching("decoding a picture", body)
  }

  private func tolerate(
    _ result: inout DecodeResult, at time: Int64?, _ body: () throws(FFmpegError) -> Void
  ) throws {
    do throws(FFmpegError) {
      try watching(body)
    } catch {
      try control.check()
      // Whether the source or the unit is to blame is for the processor to find out.
      if unit != nil { throw DeviceDecodingFailure(cause: "\(error)") }
      if mayBeginAnywhere, !result.hasWholeFrame { return }
      try note("\(error)", at: time, in: &result)
    }
  }

  private func note(_ words: String, at time: Int64?, in result: inout DecodeResult) throws {
    if unit != nil { throw DeviceDecodingFailure(cause: words) }
    result.damaged += 1
    if result.firstDamage == nil { result.firstDamage = words }
    guard plan.damagePolicy == .refuse else { return }
    let place = time.map { " at \(DamageSearch.seconds(Timestamp.seconds($0, in: stream.timeBase)))" } ?? ""
    throw CompressionError(
      code: .sourceDamaged,
      message: "\(plan.source) is damaged: expected \(plan.video.frameCount) frames, found \(result.frames) before "
        + "one\(place) that doesn't decode",
      remedy: "use --salvage to keep what is readable", stage: .decode, cause: words)
  }

  private func nothingDecoded(_ result: DecodeResult) -> CompressionError {
    CompressionError(
      code: .sourceDamaged,
      message: "\(plan.source) is damaged: expected \(plan.video.frameCount) frames, none decodes", stage: .decode,
      cause: result.firstDamage)
  }
}

/// A video unit that decodes.
struct DecodingUnit: Sendable {
  let device: HardwareDevice
  /// Notices that it hangs.
  let watchdog: Watchdog
  /// Where it is noted what frames look like.
  let book: PictureBook
}

/// A video unit didn't decode the source, by its own fault or the source's.
struct DeviceDecodingFailure: Error {
  /// What FFmpeg said.
  let cause: String
}
