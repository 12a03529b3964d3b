import HDR
import Testing

@Suite("Sequences of frames' metadata") struct MetadataSequenceTests {
  private func sequence(_ entries: [(UInt8, Int64)]) -> MetadataSequence {
    var sequence = MetadataSequence()
    for (byte, time) in entries { sequence.add(DynamicMetadata(dolbyVision: [0x19, byte, 0x80]), at: time) }
    return sequence
  }

  @Test("the order of coding and the clock don't matter") func order() {
    #expect(sequence([(1, 0), (2, 10), (3, 20)]).isEqual(to: sequence([(1, 500), (3, 700), (2, 600)])))
  }

  @Test("other bytes, another order of showing, and fewer frames do") func differences() {
    let base = sequence([(1, 0), (2, 10), (3, 20)])
    #expect(!base.isEqual(to: sequence([(1, 0), (2, 10), (4, 20)])))
    #expect(!base.isEqual(to: sequence([(2, 0), (1, 10), (3, 20)])))
    #expect(!base.isEqual(to: sequence([(1, 0), (2, 10)])))
  }

  @Test("each system is counted") func counts() {
    var sequence = MetadataSequence()
    sequence.add(DynamicMetadata(hdr10Plus: [0xB5]), at: 0)
    sequence.add(DynamicMetadata(hdr10Plus: [0xB5], dolbyVision: [0x19]), at: 1)
    #expect(sequence.hdr10PlusFrames == 2)
    #expect(sequence.dolbyVisionFrames == 1)
    #expect(sequence.count == 2)
  }
}
