/// Reads bits, the highest of each byte first.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  /// Begins at the first bit.
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// A number of up to 32 bits; `nil` when they aren't there.
  mutating func read(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var number = 0
    for _ in 0..<count {
      let byte = bytes[bytes.startIndex + position / 8]
      number = number << 1 | Int(byte >> (7 - position % 8) & 1)
      position += 1
    }
    return number
  }

  /// A bit; `nil` when it isn't there.
  mutating func readFlag() -> Bool? { read(1).map { $0 == 1 } }

  /// A number in the code of Exp-Golomb, `ue(v)`; `nil` when it isn't there or has more than 32 bits.
  mutating func readExpGolomb() -> Int? {
    var zeros = 0
    while let bit = read(1) {
      if bit == 1 { return read(zeros).map { (1 << zeros) - 1 + $0 } }
      zeros += 1
      if zeros > 32 { return nil }
    }
    return nil
  }
}
