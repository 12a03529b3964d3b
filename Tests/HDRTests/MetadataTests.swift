import HDR
import Media
import Testing

@Suite("Metadata of high dynamic range") struct MetadataTests {
  @Test("nothing is empty, and something isn't") func empty() {
    #expect(StaticMetadata().isEmpty)
    #expect(!StaticMetadata(preferredTransfer: .hlg).isEmpty)
    #expect(DynamicMetadata().isEmpty)
    #expect(!DynamicMetadata(dolbyVision: [0x19]).isEmpty)
  }
}
