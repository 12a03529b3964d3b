import HDR
import Testing

@Suite("Tallies of dynamic metadata") struct MetadataTallyTests {
  private let frames: [(Int64, DynamicMetadata)] = [
    (0, DynamicMetadata(hdr10Plus: [1, 2, 3], dolbyVision: [0x19])),
    (1001, DynamicMetadata(hdr10Plus: [1, 2, 4])),
    (2002, DynamicMetadata()),
    (3003, DynamicMetadata(dolbyVision: [0x19])),
    (-1001, DynamicMetadata(hdr10Plus: [1, 2, 3])),
  ]

  private func tally(_ frames: [(Int64, DynamicMetadata)]) -> MetadataTally {
    var tally = MetadataTally()
    for (time, metadata) in frames { tally.add(metadata, at: time) }
    return tally
  }

  @Test("frames are counted by system") func counts() {
    #expect(tally(frames).hdr10PlusFrames == 3)
    #expect(tally(frames).dolbyVisionFrames == 2)
    #expect(tally([]) == MetadataTally())
  }

  @Test("the order of adding doesn't count, as packets come in the order of decoding") func order() {
    #expect(tally(frames.reversed()) == tally(frames))
    #expect(tally([3, 1, 4, 0, 2].map { frames[$0] }) == tally(frames))
  }

  @Test("two frames whose messages are swapped are noticed") func swapped() {
    var other = frames
    (other[0].1.hdr10Plus, other[1].1.hdr10Plus) = (other[1].1.hdr10Plus, other[0].1.hdr10Plus)
    #expect(tally(other).hdr10Plus != tally(frames).hdr10Plus)
    #expect(tally(other).dolbyVision == tally(frames).dolbyVision)
  }

  @Test("a bit, a byte, a time, a missing and a doubled frame are noticed") func changes() {
    var others = Array(repeating: frames, count: 5)
    others[0][1].1.hdr10Plus = [1, 2, 5]
    others[1][1].1.hdr10Plus = [1, 2, 4, 0]
    others[2][1].0 += 1
    others[3].remove(at: 1)
    others[4].append(frames[1])
    for other in others { #expect(tally(other).hdr10Plus != tally(frames).hdr10Plus) }
    #expect(Set(others.map(tally)).count == 5)
    #expect(tally(frames + [frames[1], frames[1]]).hdr10Plus.digest != tally(frames).hdr10Plus.digest)
  }

  @Test("a message isn't taken for a unit of the same bytes") func kinds() {
    let bytes: [UInt8] = [0x19, 1]
    #expect(tally([(0, DynamicMetadata(hdr10Plus: bytes))]) != tally([(0, DynamicMetadata(dolbyVision: bytes))]))
  }

  @Test("many frames that differ in a counter have different digests") func spread() {
    var digests: Set<UInt64> = []
    for time in 0..<200 {
      for counter in UInt8(0)..<50 {
        digests.insert(tally([(Int64(time), DynamicMetadata(hdr10Plus: [0xB5, counter]))]).hdr10Plus.digest)
      }
    }
    #expect(digests.count == 10_000)
  }
}
