/// Holds what comes out of a video unit against what went in: drivers can lose a frame and report success.
struct FrameLedger: Sendable {
  /// A loss or an invention.
  enum Fault: Error, Hashable {
    /// No packet came for the frame of this number, from 0.
    case lost(frame: Int)
    /// A packet came for no frame, or a second one for the same.
    case unknown(time: Int64)
  }

  /// No codec here shows a picture so many packets after later ones.
  private static let patience = 32

  private struct Entry: Sendable {
    let time: Int64
    let number: Int
    /// Packets of later frames that came before its own.
    var overtaken = 0
  }

  /// How many packets at most come before one that is shown earlier.
  private let depth: Int
  private var waiting: [Entry] = []
  /// Times of frames that no packet's decoding was set to yet, in order.
  private var times: [Int64] = []
  private var sentCount = 0
  private var receivedCount = 0
  private var first: Int64?
  private var step: Int64 = 1

  init(depth: Int) { self.depth = depth }

  /// Notes a frame that goes in. Times rise.
  mutating func send(_ time: Int64) {
    if let first, sentCount == 1 { step = max(1, time - first) }
    if first == nil { first = time }
    waiting.append(Entry(time: time, number: sentCount))
    times.append(time)
    sentCount += 1
  }

  /// Notes a packet that came out.
  ///
  /// - Returns: When it has to be decoded. Encoders count this in frames, which goes wrong where ticks are shorter.
  mutating func receive(_ time: Int64) throws(Fault) -> Int64 {
    guard let index = waiting.firstIndex(where: { $0.time == time }) else { throw .unknown(time: time) }
    waiting.remove(at: index)
    for earlier in 0..<index { waiting[earlier].overtaken += 1 }
    if let oldest = waiting.first, oldest.overtaken > Self.patience { throw .lost(frame: oldest.number) }
    defer { receivedCount += 1 }
    if receivedCount < depth { return (first ?? time) - Int64(depth - receivedCount) * step }
    return times.isEmpty ? time : times.removeFirst()
  }

  /// Notes that nothing more comes out.
  func finish() throws(Fault) {
    if let missing = waiting.first { throw .lost(frame: missing.number) }
  }
}
