/// Finds the NAL units of a packet, one after another, without copying them.
package struct NALUnitScanner {
  /// How units follow each other.
  enum Framing {
    /// Start codes between the units (ITU-T H.265, annex B).
    case startCodes
    /// A big-endian length of 1 to 4 bytes before each unit (ISO/IEC 14496-15).
    case lengths(Int)
  }

  private let framing: Framing
  private var position = 0

  /// Begins at a packet's first byte.
  init(_ framing: Framing) { self.framing = framing }

  /// Where the next unit lies, from its header on and without zeros behind it; `nil` at the end, and at a unit whose
  /// length says more than there is. A unit may be empty.
  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    let unit: Range<Int>
    switch framing {
    case .startCodes:
      guard let code = Self.startCode(in: bytes, from: position) else { return nil }
      let start = code + 3
      position = Self.startCode(in: bytes, from: start) ?? bytes.count
      unit = start..<position
    case .lengths(let size):
      guard bytes.count - position >= size else { return nil }
      var length = 0
      for index in position..<(position + size) { length = length << 8 | Int(bytes[index]) }
      let start = position + size
      guard length <= bytes.count - start else { return nil }
      position = start + length
      unit = start..<position
    }
    var end = unit.upperBound
    while end > unit.lowerBound, bytes[end - 1] == 0 { end -= 1 }
    return unit.lowerBound..<end
  }

  /// Where the next three bytes 00 00 01 begin. Most of the bytes of a picture are above 1, and rule out three places
  /// at once.
  private static func startCode(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var last = start + 2
    while last < bytes.count {
      let byte = bytes[last]
      if byte == 1, bytes[last - 1] == 0, bytes[last - 2] == 0 { return last - 2 }
      last += byte == 0 ? 1 : 3
    }
    return nil
  }

  /// The NAL units of a stream with start codes, from their headers on, copied.
  package static func units(in bytes: [UInt8]) -> [[UInt8]] {
    var scanner = NALUnitScanner(.startCodes)
    var units: [[UInt8]] = []
    while let range = scanner.next(in: bytes.span) {
      if !range.isEmpty { units.append(Array(bytes[range])) }
    }
    return units
  }
}
