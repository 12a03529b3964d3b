import Foundation
import TestSupport
import Testing

@Suite("What the fuzzer began with and found") struct FuzzCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FuzzCorpus")
  private static let names = TemporaryFolder.contents(of: folder)

  @Test("there are inputs") func found() {
    #expect(Self.names.count >= 10)
  }

  @Test("every property holds for an input, and for its beginnings", arguments: names) func input(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    #expect(MetadataProperties.fault(with: bytes) == nil)
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 400)) {
      #expect(MetadataProperties.fault(with: Array(bytes.prefix(count))) == nil)
    }
  }
}
