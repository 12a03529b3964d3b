internal import FFmpeg
internal import Media

/// The stage that transforms and encodes frames and sends packets to the writer.
struct FilmEncoder {
  let plan: VideoPlan
  let encoder: Encoder
  let frames: Channel<Frame>
  let writer: Channel<WriteItem>
  let output: Int
  let control: JobControl
  let progress: ProgressMeter

  /// Encodes to the end.
  ///
  /// - Returns: Frames that went into the encoder, with the time of the first and the end of the last.
  func run() throws -> EncodeResult {
    var result = EncodeResult()
    while let frame = frames.receive() {
      try control.check()
      frame.forgetPictureType()
      result.add(frame)
      try encode { () throws(FFmpegError) in try encoder.send(frame) }
      guard try drain(into: &result) else { return result }
    }
    try control.check()
    try encode { () throws(FFmpegError) in try encoder.finish() }
    guard try drain(into: &result), let last = result.waiting.take() else { return result }
    last.duration = max(last.duration, result.lastDuration(of: last, plan: plan, timeBase: encoder.timeBase))
    _ = writer.send(WriteItem(output: output, packet: last, timeBase: encoder.timeBase))
    return result
  }

  /// - Returns: Whether the writer still listens.
  private func drain(into result: inout EncodeResult) throws -> Bool {
    while true {
      var received = Received<Packet>.needsInput
      try encode { () throws(FFmpegError) in received = try encoder.receive() }
      guard case .ready(let packet) = received else { return true }
      result.count(packet)
      progress.encoded(
        upTo: packet.presentationTime.map { Timestamp.seconds($0, in: encoder.timeBase) } ?? 0,
        bytes: packet.byteCount)
      // Looked at now and then only: it takes the meter's lock.
      if result.packets % 16 == 0, let bytes = progress.hopelessSize { throw NotSmaller(bytes: bytes) }
      // One packet is always held back, so that the last can be told from the others.
      guard let ready = result.waiting.replace(with: packet) else { continue }
      guard writer.send(WriteItem(output: output, packet: ready, timeBase: encoder.timeBase)) else { return false }
    }
  }

  private func encode(_ body: () throws(FFmpegError) -> Void) throws {
    do {
      try body()
    } catch {
      try control.check()
      throw CompressionError.encoding(error, what: "encoding the picture")
    }
  }
}

/// What encoding the film gave.
struct EncodeResult: Sendable {
  /// Frames that went into the encoder.
  private(set) var frames = 0
  /// Packets that came out.
  private(set) var packets = 0
  private var firstDecodeTime: Int64?
  /// The newest packet, which the writer hasn't got yet.
  var waiting: Packet?
  /// The first frame's time, in the encoder's ticks.
  private(set) var firstTime: Int64?
  /// The end of the last frame, in the encoder's ticks.
  private(set) var endTime: Int64 = 0

  mutating func count(_ packet: Packet) {
    packets += 1
    if firstDecodeTime == nil { firstDecodeTime = packet.decodeTime }
  }

  /// How long the last packet has to last, in order of decoding, so that all of them last as long as the film.
  ///
  /// An MP4 file tells each frame's length by the next one's decoding, so this stands for the length of the frame that
  /// is shown last, whichever that is. A source may have told of it in its index only.
  func lastDuration(of packet: Packet, plan: VideoPlan, timeBase: Rational) -> Int64 {
    guard let firstTime, let firstDecodeTime, let time = packet.decodeTime else { return packet.duration }
    let planned = plan.endTime.map { Timestamp.ticks(seconds: $0, in: timeBase) } ?? 0
    let end = max(Timestamp.rescale(endTime, from: plan.timeBase, to: timeBase), planned)
    let start = Timestamp.rescale(firstTime, from: plan.timeBase, to: timeBase)
    return (end - start) - (time - firstDecodeTime)
  }

  mutating func add(_ frame: Frame) {
    frames += 1
    guard let time = frame.presentationTime else { return }
    if firstTime == nil { firstTime = time }
    endTime = max(endTime, time + frame.duration)
  }
}

extension Optional {
  /// Puts a value in and gives back what was there before.
  fileprivate mutating func replace(with value: Wrapped) -> Wrapped? {
    defer { self = value }
    return self
  }
}
