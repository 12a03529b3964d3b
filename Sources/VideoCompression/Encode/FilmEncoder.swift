internal import FFmpeg
internal import Media

/// The stage that encodes frames and sends packets to the writer.
struct FilmEncoder {
  let plan: VideoPlan
  let codec: VideoCodec
  let unit: EncodingUnit
  let frames: Channel<Frame>
  let writer: Channel<WriteItem>
  let output: Int
  /// The encoder, for messages.
  let name: String
  /// What a video unit is kept under; `nil` for the processor.
  let supervision: HardwareSupervision?
  /// What notices a call that doesn't return; that of the supervision where there is one.
  let watchdog: Watchdog?
  let control: JobControl
  let progress: ProgressMeter

  /// Encodes to the end.
  ///
  /// - Returns: Frames that went into the encoder, with the time of the first and the end of the last.
  func run() throws -> EncodeResult {
    // An encoder may hang while it is closed, too, if it was left in the middle.
    defer { if let watchdog, supervision == nil { watchdog.watching("closing it") { unit.close() } } }
    defer { supervision?.packets.finish() }
    var result = EncodeResult()
    result.ledger = supervision.map { FrameLedger(depth: $0.reorderDepth) }
    // Of a film of high dynamic range an encoder may say what nobody knows, too.
    let isBound = plan.hdr.kind != .sdr || plan.hdr.carriesFixed
    result.binding = isBound ? MetadataBinding(plan, codec: codec) : nil
    while let frame = frames.receive() {
      try control.check()
      frame.forgetSource()
      result.add(frame)
      result.binding?.enter(frame)
      supervision?.pictures.enter(frame)
      try encode { () throws(FFmpegError) in try unit.send(frame) }
      guard try drain(into: &result) else { return result }
    }
    try control.check()
    try encode { () throws(FFmpegError) in try unit.finish() }
    guard try drain(into: &result) else { return result }
    for packet in result.early.settled() {
      guard try deliver(packet, into: &result) else { return result }
    }
    try settle { () throws(FrameLedger.Fault) in try result.ledger?.finish() }
    guard let last = result.waiting.take() else { return result }
    last.duration = max(last.duration, result.lastDuration(of: last, plan: plan, timeBase: unit.timeBase))
    _ = writer.send(WriteItem(output: output, packet: last, timeBase: unit.timeBase))
    return result
  }

  /// - Returns: Whether the writer still listens.
  private func drain(into result: inout EncodeResult) throws -> Bool {
    while true {
      var received = Received<Packet>.needsInput
      try encode { () throws(FFmpegError) in received = try unit.receive() }
      guard case .ready(let packet) = received else { return true }
      try encode { () throws(FFmpegError) in try result.binding?.complete(packet) }
      guard try supervise(packet, in: &result) else { return false }
      // The decoding times of a video unit's packets are ours already.
      for ready in supervision == nil ? result.early.add(packet) : [packet] {
        guard try deliver(ready, into: &result) else { return false }
      }
    }
  }

  /// Hands a packet to the writer, one late.
  ///
  /// - Returns: Whether the writer still listens.
  private func deliver(_ packet: Packet, into result: inout EncodeResult) throws -> Bool {
    result.count(packet)
    progress.encoded(
      upTo: packet.presentationTime.map { Timestamp.seconds($0, in: unit.timeBase) } ?? 0,
      bytes: packet.byteCount)
    // Looked at now and then only: it takes the meter's lock.
    if result.packets % 16 == 0, let bytes = progress.hopelessSize { throw NotSmaller(bytes: bytes) }
    // One packet is always held back, so that the last can be told from the others.
    guard let ready = result.waiting.replace(with: packet) else { return true }
    return writer.send(WriteItem(output: output, packet: ready, timeBase: unit.timeBase))
  }

  /// Enters a packet of a video unit in the ledger and hands it to the one who decodes it.
  ///
  /// - Returns: Whether that one still listens.
  private func supervise(_ packet: Packet, in result: inout EncodeResult) throws -> Bool {
    guard let supervision else { return true }
    if let time = packet.presentationTime {
      try settle { () throws(FrameLedger.Fault) in
        packet.decodeTime = try result.ledger?.receive(time) ?? packet.decodeTime
      }
    }
    return supervision.packets.send(try packet.copy())
  }

  private func settle(_ body: () throws(FrameLedger.Fault) -> Void) throws {
    do { try body() } catch {
      let what =
        switch error {
        case .lost(let frame): "frame \(frame + 1) is missing"
        case .unknown: "a packet belongs to no frame"
        }
      throw CompressionError(
        code: .encodingFailed, message: "\(name) delivered what isn't right: \(what)", stage: .encode)
    }
  }

  private func encode(_ body: () throws(FFmpegError) -> Void) throws {
    do throws(FFmpegError) {
      if let watchdog {
        try watchdog.watching("encoding a picture", body)
      } else {
        try body()
      }
    } catch {
      try control.check()
      throw CompressionError.encoding(error, what: "encoding the picture by \(name)")
    }
  }
}

/// What a video unit is kept under while it encodes: it may hang, lose frames and deliver garbage.
struct HardwareSupervision: Sendable {
  /// Notices calls that don't return.
  let watchdog: Watchdog
  /// Packets on their way to a software decoder.
  let packets: Channel<Packet>
  /// What the pictures that went in look like.
  let pictures: PictureBook
  /// How many packets at most come before one that is shown earlier.
  let reorderDepth: Int
}

/// An encoder of the processor doesn't return from a call, and its thread was left behind.
struct EncoderHang: Error, CustomStringConvertible {
  let stall: Watchdog.Stall
  /// The encoder, for messages.
  let encoder: String

  var description: String {
    "\(encoder) hangs: \(stall.what) hasn't returned for \(stall.limit.components.seconds) s"
  }
}

/// What encoding the film gave.
struct EncodeResult: Sendable {
  /// Frames that are in a video unit; `nil` for the processor.
  var ledger: FrameLedger?
  /// What writes metadata of high dynamic range into packets; `nil` where there is none.
  var binding: MetadataBinding?
  /// The first packets, while there may be no more than them.
  var early = EarlyPackets()
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
    ledger?.send(time)
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
