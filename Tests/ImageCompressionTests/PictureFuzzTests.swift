import Foundation
import TestSupport
import Testing

@Suite("What fuzzing of pictures began with and found") struct PictureFuzzTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FuzzCorpus")
  private static let names = TemporaryFolder.contents(of: folder)

  @Test("there are inputs") func found() {
    #expect(Self.names.count >= 20)
  }

  @Test("every property holds for an input, for its beginnings, and for it with bytes changed", arguments: names)
  func input(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    #expect(PictureProperties.fault(with: bytes) == nil)
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 20)) {
      #expect(PictureProperties.fault(with: Array(bytes.prefix(count))) == nil, "the first \(count) bytes")
    }
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for turn in 0..<20 {
      var changed = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) {
        // Headers are where the sizes are.
        let end = Bool.random(using: &random) ? min(400, bytes.count) : bytes.count
        changed[Int.random(in: 0..<end, using: &random)] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      #expect(PictureProperties.fault(with: changed) == nil, "turn \(turn)")
    }
  }
}
