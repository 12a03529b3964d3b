internal import FFmpeg
internal import Media

/// Decodes the source's keyframes by the processor while a video unit decodes all frames: a unit can deliver garbage and
/// report success.
final class SpotCheck {
  private let decoder: Decoder
  private let book: PictureBook
  /// What keyframes look like, by their times in the source, until the unit's frames come.
  private var parts: [Int64: [UInt8]] = [:]

  /// Prepares for a stream; `nil` when the processor can't decode it.
  init?(_ stream: InputStream, book: PictureBook) {
    guard let decoder = try? Decoder(stream.parameters, timeBase: stream.timeBase, threads: 1) else { return nil }
    self.decoder = decoder
    self.book = book
  }

  /// Looks at a packet on its way to the unit.
  func look(at packet: Packet) {
    guard packet.isKeyframe, let time = packet.presentationTime else { return }
    // What the processor can't decode either tells nothing about the unit.
    guard (try? decoder.send(packet)) != nil, (try? decoder.finish()) != nil else { return decoder.reset() }
    if case .ready(let frame)? = try? decoder.receive(), !frame.isDamaged, let seen = frame.partBrightness {
      parts[time] = seen
    }
    decoder.reset()
  }

  /// Notes what a unit's frame should look like when it comes out of the encoder.
  func follow(_ frame: Frame) {
    guard let source = frame.bestEffortTime, let seen = parts.removeValue(forKey: source),
      let time = frame.presentationTime
    else { return }
    book.enter(source: seen, at: time)
  }
}
