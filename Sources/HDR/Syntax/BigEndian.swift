/// Whole numbers as the standards write them, the highest byte first.
enum BigEndian {
  /// A number of two bytes; `nil` when they aren't there.
  static func read16(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int? { read(bytes, at: offset, size: 2) }

  /// A number of four bytes; `nil` when they aren't there.
  static func read32(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int? { read(bytes, at: offset, size: 4) }

  /// Two bytes; a number that doesn't fit becomes the nearest that does.
  static func write16(_ number: Int) -> [UInt8] {
    let number = UInt16(clamping: number)
    return [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
  }

  /// Four bytes; a number that doesn't fit becomes the nearest that does.
  static func write32(_ number: Int) -> [UInt8] {
    let number = UInt32(clamping: number)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func read(_ bytes: ArraySlice<UInt8>, at offset: Int, size: Int) -> Int? {
    guard offset + size <= bytes.count else { return nil }
    return bytes.dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Int($1) }
  }
}
