internal import FFmpeg
internal import Media

/// A packet on its way to the writer.
struct WriteItem: Sendable {
  /// The index among the output's streams.
  let output: Int
  /// The packet, on the result's timeline.
  let packet: Packet
  /// Seconds a tick of the packet's time stamps.
  let timeBase: Rational
}

/// What was written of a stream.
struct WrittenStream: Sendable, Hashable {
  /// The index among the source's streams.
  let sourceIndex: Int
  /// What the stream carries.
  let kind: StreamKind
  /// Whether it is a cover or an attachment, which isn't written as packets in time.
  let isStill: Bool
  /// Packets.
  var packets = 0
  /// Bytes of all packets.
  var bytes: Int64 = 0
  /// The first presentation time, in seconds.
  var start: Double?
  /// The end of the last packet, in seconds.
  var end: Double?
  /// How long the last packet lasts, in seconds.
  var lastDuration = 0.0

  mutating func add(_ packet: Packet, timeBase: Rational) {
    packets += 1
    bytes += Int64(packet.byteCount)
    lastDuration = Timestamp.seconds(packet.duration, in: timeBase)
    guard let time = packet.presentationTime else { return }
    let first = Timestamp.seconds(time, in: timeBase)
    start = min(start ?? first, first)
    let last = Timestamp.seconds(time + packet.duration, in: timeBase)
    end = max(end ?? last, last)
  }
}
