/// Checked reading of big-endian numbers; offsets count from the start of the slice.
extension ArraySlice<UInt8> {
  /// The unsigned number of `byteCount` (at most 8) bytes; `nil` where the slice ends before it does.
  func unsigned(at offset: Int, byteCount: Int) -> UInt64? {
    guard offset >= 0, offset <= count, count - offset >= byteCount else { return nil }
    let start = startIndex + offset
    var number: UInt64 = 0
    for index in start..<start + byteCount { number = number << 8 | UInt64(self[index]) }
    return number
  }

  /// The 16-bit number at an offset.
  func unsigned16(at offset: Int) -> UInt16? {
    unsigned(at: offset, byteCount: 2).map { UInt16(truncatingIfNeeded: $0) }
  }

  /// The 32-bit number at an offset.
  func unsigned32(at offset: Int) -> UInt32? {
    unsigned(at: offset, byteCount: 4).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The four-character code at an offset.
  func code(at offset: Int) -> FourCharacterCode? {
    unsigned32(at: offset).map { FourCharacterCode(rawValue: $0) }
  }

  /// The part from an offset on; empty where the slice is shorter.
  func from(_ offset: Int) -> ArraySlice<UInt8> {
    dropFirst(Swift.max(0, offset))
  }
}

/// Writing of big-endian numbers.
extension [UInt8] {
  /// Appends the lowest `byteCount` bytes of a number, the most significant first.
  mutating func append(_ number: UInt64, byteCount: Int) {
    for index in (0..<byteCount).reversed() { append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8))) }
  }

  /// Appends a 16-bit number.
  mutating func append16(_ number: UInt16) { append(UInt64(number), byteCount: 2) }

  /// Appends a 32-bit number.
  mutating func append32(_ number: UInt32) { append(UInt64(number), byteCount: 4) }

  /// Appends a 64-bit number.
  mutating func append64(_ number: UInt64) { append(number, byteCount: 8) }
}

/// Reads the fields of one box in order, and names the box when it ends too early.
struct FieldReader {
  private let type: FourCharacterCode
  private var bytes: ArraySlice<UInt8>

  /// Starts at the first byte of the box's payload.
  init(_ box: Box) {
    type = box.type
    bytes = box.payloadSlice
  }

  /// What hasn't been read yet.
  var rest: ArraySlice<UInt8> { bytes }

  /// The next unsigned number.
  mutating func number(_ byteCount: Int) throws(ISOMediaError) -> UInt64 {
    guard let number = bytes.unsigned(at: 0, byteCount: byteCount) else {
      throw .malformed("box '\(type)' ends before its fields do")
    }
    bytes = bytes.dropFirst(byteCount)
    return number
  }

  /// The next 32-bit number.
  mutating func number32() throws(ISOMediaError) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(4))
  }

  /// The next table: a 32-bit count, then that many entries of a fixed size, all of which must be there.
  mutating func table(entryByteCount: Int) throws(ISOMediaError) -> Table {
    let count = Int(try number32())
    return try table(count: count, entryByteCount: entryByteCount)
  }

  /// The next `count` entries of a fixed size, all of which must be there.
  mutating func table(count: Int, entryByteCount: Int) throws(ISOMediaError) -> Table {
    guard count <= bytes.count / entryByteCount else {
      throw .malformed("box '\(type)' announces \(count) entries and ends before they do")
    }
    let table = Table(bytes: bytes.prefix(count * entryByteCount), count: count, entryByteCount: entryByteCount)
    bytes = bytes.dropFirst(count * entryByteCount)
    return table
  }
}

/// The entries of a sample table box, read where they lie.
struct Table {
  fileprivate let bytes: ArraySlice<UInt8>
  /// The number of entries.
  let count: Int
  fileprivate let entryByteCount: Int

  /// The number at an offset inside an entry; 0 outside the table, which the creation rules out for valid arguments.
  func number(_ entry: Int, at offset: Int = 0, byteCount: Int? = nil) -> UInt64 {
    bytes.unsigned(at: entry * entryByteCount + offset, byteCount: byteCount ?? entryByteCount) ?? 0
  }
}
