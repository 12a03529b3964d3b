import Testing

@testable import VideoCompression

@Suite("The ledger of a video unit")
struct FrameLedgerTests {
  /// Sends frames at their times and receives packets in another order; gives the times of decoding.
  private func decodeTimes(of packets: [Int64], depth: Int) throws -> [Int64] {
    var ledger = FrameLedger(depth: depth)
    for time in packets.sorted() { ledger.send(time) }
    let times = try packets.map { try ledger.receive($0) }
    try ledger.finish()
    return times
  }

  @Test("Without reordering a packet is decoded when it is shown")
  func plain() throws {
    #expect(try decodeTimes(of: [0, 40, 80], depth: 0) == [0, 40, 80])
  }

  @Test(
    "With reordering, times of decoding rise and never come after those of showing",
    arguments: [
      [0, 120, 40, 80, 240, 160, 200], [0, 160, 80, 40, 120], [7, 8, 30, 31, 500],
    ] as [[Int64]])
  func reordered(packets: [Int64]) throws {
    let times = try decodeTimes(of: packets, depth: 2)
    #expect(times == times.sorted() && Set(times).count == times.count)
    #expect(zip(times, packets).allSatisfy { $0 <= $1 })
  }

  @Test("A frame whose packet doesn't come is missed by its number, at the end or soon")
  func lost() throws {
    var ledger = FrameLedger(depth: 0)
    for time in 0..<3 as Range<Int64> { ledger.send(time) }
    _ = try ledger.receive(0)
    _ = try ledger.receive(2)
    #expect(throws: FrameLedger.Fault.lost(frame: 1)) { try ledger.finish() }

    var long = FrameLedger(depth: 0)
    long.send(0)
    #expect(throws: FrameLedger.Fault.lost(frame: 0)) {
      for time in 1..<100 as Range<Int64> {
        long.send(time)
        _ = try long.receive(time)
      }
    }
  }

  @Test("A packet that belongs to no frame, or to one that had its own, is refused")
  func unknown() throws {
    var ledger = FrameLedger(depth: 0)
    ledger.send(10)
    #expect(throws: FrameLedger.Fault.unknown(time: 11)) { try ledger.receive(11) }
    _ = try ledger.receive(10)
    #expect(throws: FrameLedger.Fault.unknown(time: 10)) { try ledger.receive(10) }
  }
}
