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
  let threads: Int
  let encoder: String
  let control: JobControl

  /// Decodes to the end.
  ///
  /// - Returns: How many whole pictures came out.
  func run() throws -> Int {
    // An encoder that has failed mustn't leave this waiting, nor this the encoder.
    defer { packets.cancel() }
    var pictures = 0
    var sent = 0
    do {
      let decoder = try Decoder(parameters, timeBase: timeBase, threads: threads, isStrict: true)
      while let packet = packets.receive() {
        try control.check()
        sent += 1
        guard packet.byteCount > 0 else { throw failure("packet \(sent) is empty", cause: nil) }
        try decoder.send(packet)
        try count(decoder, &pictures)
      }
      try control.check()
      try decoder.finish()
      try count(decoder, &pictures)
    } catch let error as FFmpegError {
      throw failure("packet \(sent) doesn't decode", cause: "\(error)")
    }
    guard pictures == sent else { throw failure("\(sent) packets hold \(pictures) pictures", cause: nil) }
    return pictures
  }

  private func count(_ decoder: Decoder, _ pictures: inout Int) throws {
    while case .ready(let frame) = try decoder.receive() {
      pictures += 1
      if frame.isDamaged { throw failure("picture \(pictures) is damaged", cause: nil) }
      switch book.recognize(frame) {
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
