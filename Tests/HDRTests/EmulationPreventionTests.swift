import TestSupport
import Testing

@testable import HDR

@Suite("Bytes that keep start codes out") struct EmulationPreventionTests {
  private static let pairs: [(plain: String, coded: String)] = [
    ("4E 01 AA", "4E 01 AA"),
    ("4E 01 00 00 00", "4E 01 00 00 03 00 03"),
    ("4E 01 00 00 01", "4E 01 00 00 03 01"),
    ("4E 01 00 00 02", "4E 01 00 00 03 02"),
    ("4E 01 00 00 03", "4E 01 00 00 03 03"),
    ("4E 01 00 00 04", "4E 01 00 00 04"),
    ("4E 01 00 00 80", "4E 01 00 00 80"),
    ("4E 01 00 00", "4E 01 00 00 03"),
    ("4E 01 00 00 00 00 80", "4E 01 00 00 03 00 00 80"),
    ("4E 01 00 00 00 00 00 80", "4E 01 00 00 03 00 00 03 00 80"),
    ("4E 01 00 00 03 00 00 03", "4E 01 00 00 03 03 00 00 03 03"),
    ("4E 01 00 03 00 00 01", "4E 01 00 03 00 00 03 01"),
    ("06 00 00 01", "06 00 00 03 01"),
  ]

  @Test("zeros before small bytes get a three, and lose it again", arguments: pairs)
  func pair(plain: String, coded: String) {
    var result: [UInt8] = []
    EmulationPrevention.append(hex(plain), to: &result)
    #expect(result == hex(coded))
    // A single zero at the end doesn't come back alone; trailing bits see to it that no message ends so.
    let bytes = hex(coded)
    if hex(plain).suffix(3) != [0, 0, 0] {
      #expect(EmulationPrevention.removed(from: bytes.span, in: bytes.indices) == hex(plain))
    }
  }

  @Test("whatever a unit holds, it has no start code, and comes back") func random() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let plain =
        [0x4E, 0x01]
        + (0..<Int.random(in: 0..<24, using: &generator)).map { _ in UInt8.random(in: 0...4, using: &generator) } + [
          0x80
        ]
      var coded: [UInt8] = []
      EmulationPrevention.append(plain, to: &coded)
      for index in coded.indices.dropLast(2) {
        #expect(coded[index] != 0 || coded[index + 1] != 0 || coded[index + 2] > 2)
      }
      #expect(EmulationPrevention.removed(from: coded.span, in: coded.indices) == plain)
    }
  }
}
