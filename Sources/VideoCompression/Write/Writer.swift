internal import FFmpeg
internal import Media

/// The stage that puts packets into the container.
struct Writer {
  let muxer: Muxer
  let items: Channel<WriteItem>
  let layout: OutputLayout
  let timeBases: [Rational]
  let path: String
  let control: JobControl
  let progress: ProgressMeter

  /// Writes until every sender is done, then the end of the file.
  func run() throws -> [WrittenStream] {
    var written = layout.streams.map {
      WrittenStream(sourceIndex: $0.sourceIndex, kind: $0.kind, isStill: $0.isStill)
    }
    var clocks = zip(layout.streams, timeBases).map { PacketClock(timeBase: $1, samples: $0.samplesInPacket) }
    for (index, stream) in layout.streams.enumerated() {
      guard let still = stream.still else { continue }
      still.streamIndex = index
      still.presentationTime = 0
      still.decodeTime = 0
      written[index].packets += 1
      try write(still)
    }
    while let item = items.receive() {
      try control.check()
      let packet = item.packet
      packet.streamIndex = item.output
      packet.rescale(from: item.timeBase, to: timeBases[item.output])
      clocks[item.output].adjust(packet)
      written[item.output].add(packet, timeBase: timeBases[item.output])
      if !layout.streams[item.output].isFilm { progress.wrote(bytes: packet.byteCount) }
      try write(packet)
    }
    try control.check()
    do {
      try muxer.finish()
    } catch {
      throw CompressionError.muxing(error, path: path)
    }
    return written
  }

  private func write(_ packet: Packet) throws {
    do {
      try muxer.write(packet)
    } catch {
      try control.check()
      throw CompressionError.muxing(error, path: path)
    }
  }
}

/// Keeps the time stamps of one output stream such as containers need them: decode times that rise, sound without
/// the jitter that a coarse time base of the source leaves.
struct PacketClock {
  let timeBase: Rational
  /// Samples in each packet of copied sound, where the time base counts samples; 0 otherwise.
  let samples: Int64
  private var lastDecodeTime: Int64?
  private var expected: Int64?

  init(timeBase: Rational, samples: (count: Int, rate: Int)?) {
    self.timeBase = timeBase
    if let samples, samples.count > 0, timeBase == Rational(1, Int32(clamping: samples.rate)) {
      self.samples = Int64(samples.count)
    } else {
      self.samples = 0
    }
  }

  mutating func adjust(_ packet: Packet) {
    if packet.presentationTime == nil { packet.presentationTime = packet.decodeTime }
    if packet.decodeTime == nil { packet.decodeTime = packet.presentationTime }
    if samples > 0, let time = packet.presentationTime {
      // Two milliseconds: the tick of Matroska, rounded at both ends.
      let tolerance = Int64(timeBase.denominator) / 500
      let steady = expected.flatMap { abs($0 - time) <= tolerance ? $0 : nil } ?? time
      packet.presentationTime = steady
      packet.decodeTime = steady
      packet.duration = samples
      expected = steady + samples
    }
    if let last = lastDecodeTime, let time = packet.decodeTime, time <= last {
      packet.decodeTime = last + 1
      if let shown = packet.presentationTime, shown < last + 1 { packet.presentationTime = last + 1 }
    }
    lastDecodeTime = packet.decodeTime
  }
}
