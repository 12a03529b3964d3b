extension [UInt8] {
  /// A whole number of 1 to 4 bytes; `nil` where the bytes end before it does.
  func integer(at position: Int, bytes count: Int, bigEndian: Bool = true) -> Int? {
    guard position >= 0, position <= self.count - count else { return nil }
    let part = self[position..<(position + count)]
    return bigEndian
      ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Writes a whole number of 1 to 4 bytes over what is there; does nothing where the bytes end before.
  mutating func set(_ value: Int, at position: Int, bytes count: Int, bigEndian: Bool = true) {
    guard position >= 0, position <= self.count - count else { return }
    for index in 0..<count {
      let shift = 8 * (bigEndian ? count - 1 - index : index)
      self[position + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  /// Whether an ASCII text stands at a position.
  func has(_ text: String, at position: Int = 0) -> Bool {
    guard position >= 0, position + text.utf8.count <= count else { return false }
    return zip(self[position...], text.utf8).allSatisfy { $0 == $1 }
  }

  /// Four characters; unreadable ones as `?`.
  func fourCharacters(at position: Int) -> String {
    guard position >= 0, position + 4 <= count else { return "" }
    return String(
      decoding: self[position..<(position + 4)].map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
  }
}
