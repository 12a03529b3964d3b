internal import FFmpeg
internal import Media

/// The stage that decodes by software what a video unit encodes, as it is encoded: a driver can deliver garbage and
/// report success.
struct PacketWitness {
  let parameters: CodecParameters
  let timeBase: Rational
  let packets: Channel<Packet>
  /// What went in.
  let book: PictureBook
  /// The ceiling of the rate; `nil` where there is none.
  let ceiling: BitRate?
  let threads: Int
  let encoder: String
  let control: JobControl

  /// Decodes to the end; throws where a packet doesn't give its picture.
  func run() throws {
    // An encoder that has failed mustn't leave this waiting, nor this the encoder.
    defer { packets.cancel() }
    var pictures = 0
    var sent = 0
    var rate = RecentRate(timeBase: timeBase)
    do {
      let decoder = try Decoder(parameters, timeBase: timeBase, threads: threads, isStrict: true)
      while let packet = packets.receive() {
        try control.check()
        sent += 1
        guard packet.byteCount > 0 else { throw failure("packet \(sent) is empty", cause: nil) }
        rate.add(packet)
        try decoder.send(packet)
        try count(decoder, &pictures, rate)
      }
      try control.check()
      try decoder.finish()
      try count(decoder, &pictures, rate)
    } catch let error as FFmpegError {
      throw failure("packet \(sent) doesn't decode", cause: "\(error)")
    }
    guard pictures == sent else { throw failure("\(sent) packets hold \(pictures) pictures", cause: nil) }
  }

  private func count(_ decoder: Decoder, _ pictures: inout Int, _ rate: RecentRate) throws {
    while case .ready(let frame) = try decoder.receive() {
      pictures += 1
      if frame.isDamaged { throw failure("picture \(pictures) is damaged", cause: nil) }
      switch book.recognize(frame, isCapped: ceiling.map { rate.isNear($0) } ?? false) {
      case .same: break
      case .notEncoded: throw failure("picture \(pictures) isn't the one that went in", cause: nil)
      case .notDecoded: throw DeviceDecodingFailure(cause: "picture \(pictures) isn't the source's")
      }
    }
  }

  private func failure(_ what: String, cause: String?) -> CompressionError {
    CompressionError(
      code: .encodingFailed, message: "\(encoder) delivered what isn't right: \(what)", stage: .encode, cause: cause)
  }
}

/// The rate of the last two seconds of a film.
private struct RecentRate {
  let timeBase: Rational
  private var packets: [(time: Double, bytes: Int)] = []
  private var bytes = 0

  init(timeBase: Rational) { self.timeBase = timeBase }

  mutating func add(_ packet: Packet) {
    guard let time = packet.presentationTime else { return }
    let seconds = Timestamp.seconds(time, in: timeBase)
    packets.append((seconds, packet.byteCount))
    bytes += packet.byteCount
    while let first = packets.first, first.time < seconds - 2 {
      bytes -= first.bytes
      packets.removeFirst()
    }
  }

  /// Whether it is so near a ceiling that the encoder may save bits.
  func isNear(_ ceiling: BitRate) -> Bool {
    guard let first = packets.first, let last = packets.last else { return false }
    return Double(bytes) * 8 > 0.6 * Double(ceiling.bitsPerSecond) * max(last.time - first.time, 0.5)
  }
}
