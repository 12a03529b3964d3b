internal import FFmpeg
internal import Media

/// The first packets of a film, held until it is known that there are more than a few.
///
/// Of a film of fewer frames than it looks ahead, x265 leaves times of decoding undefined.
struct EarlyPackets {
  /// More frames than any encoder delays.
  private static let patience = 17

  private var packets: [Packet] = []
  private var isOpen = true

  /// Takes a packet; gives those that are right.
  mutating func add(_ packet: Packet) -> [Packet] {
    guard isOpen else { return [packet] }
    packets.append(packet)
    guard packets.count > Self.patience else { return [] }
    isOpen = false
    defer { packets = [] }
    return packets
  }

  /// Gives what is held when nothing follows, with times of decoding that rise and never come after those of showing.
  mutating func settled() -> [Packet] {
    defer { packets = [] }
    let shown = packets.compactMap(\.presentationTime)
    guard shown.count == packets.count else { return packets }
    let rising = shown.sorted()
    let delay = zip(rising, shown).map { $0 - $1 }.max() ?? 0
    for (packet, time) in zip(packets, rising) { packet.decodeTime = time - delay }
    return packets
  }
}
