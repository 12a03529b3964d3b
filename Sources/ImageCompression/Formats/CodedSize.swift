internal import Media

/// The sizes that coded pictures of HEIF files take memory for, by their own headers, whatever the container says.
enum CodedSize {
  /// The largest picture that the sequence parameter sets of HEVC describe (ITU-T H.265, 7.3.2.2), in the item's
  /// configuration record or among its samples, where decoders take them, too.
  static func hevc(record: [UInt8], sample: [UInt8]) -> Int {
    var largest = 0
    for unit in units(ofRecord: record)
      + units(ofSample: sample, lengthSize: record.count > 21 ? record[21] & 3 + 1 : 4)
    where unit.count > 2 && unit[unit.startIndex] >> 1 & 0x3F == 33 {
      largest = max(largest, parameterSet(unit) ?? 0)
    }
    return largest
  }

  /// The largest picture that sequence headers of AV1 describe (AV1 bitstream specification, 5.5).
  static func av1(record: [UInt8], sample: [UInt8]) -> Int {
    max(sequences(record.dropFirst(4)), sequences(sample[...]))
  }

  /// The units in the arrays of a configuration record (ISO/IEC 14496-15, 8.3.3.1).
  private static func units(ofRecord record: [UInt8]) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var position = 23
    for _ in 0..<(record.count > 22 ? Int(record[22]) : 0) {
      let count = record.integer(at: position + 1, bytes: 2) ?? 0
      position += 3
      for _ in 0..<count {
        guard let size = record.integer(at: position, bytes: 2), position + 2 + size <= record.count else {
          return units
        }
        units.append(record[(position + 2)..<(position + 2 + size)])
        position += 2 + size
      }
    }
    return units
  }

  private static func units(ofSample sample: [UInt8], lengthSize: UInt8) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var position = 0
    let width = Int(lengthSize)
    while let size = sample.integer(at: position, bytes: width) {
      let start = position + width
      guard size > 0, start + size <= sample.count else { break }
      units.append(sample[start..<(start + size)])
      position = start + size
    }
    return units
  }

  private static func parameterSet(_ unit: ArraySlice<UInt8>) -> Int? {
    // Without emulation prevention; the size is in the first bytes.
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit.dropFirst(2).prefix(256) {
      if zeros < 2 || byte != 3 { bytes.append(byte) }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    var bits = BitReader(bytes[...])
    bits.skip(4)
    let layers = bits.read(3)
    bits.skip(1 + 88 + 8)
    // Which of its layers have a profile and a level of their own.
    var present: [(Int, Int)] = []
    for _ in 0..<layers { present.append((bits.read(1), bits.read(1))) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for (profile, level) in present { bits.skip(88 * profile + 8 * level) }
    _ = bits.readExponential()
    if bits.readExponential() == 3 { bits.skip(1) }
    let (width, height) = (bits.readExponential(), bits.readExponential())
    return bits.isAtEnd ? nil : area(width, height)
  }

  private static func sequences(_ bytes: ArraySlice<UInt8>) -> Int {
    var rest = bytes
    var largest = 0
    while let header = rest.first {
      rest = rest.dropFirst(header & 4 == 0 ? 1 : 2)
      var size = rest.count
      if header & 2 != 0 {
        size = 0
        for shift in stride(from: 0, to: 56, by: 7) {
          guard let byte = rest.popFirst() else { return largest }
          size |= Int(byte & 0x7F) << shift
          if byte & 0x80 == 0 { break }
        }
      }
      if header >> 3 & 15 == 1 { largest = max(largest, sequence(rest.prefix(size)) ?? 0) }
      guard size <= rest.count else { break }
      rest = rest.dropFirst(size)
    }
    return largest
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    var bits = BitReader(bytes)
    bits.skip(4)
    if bits.read(1) == 1 {
      bits.skip(5)
    } else {
      skipOperatingPoints(&bits)
    }
    let (widthBits, heightBits) = (bits.read(4) + 1, bits.read(4) + 1)
    let (width, height) = (bits.read(widthBits) + 1, bits.read(heightBits) + 1)
    return bits.isAtEnd ? nil : area(width, height)
  }

  private static func skipOperatingPoints(_ bits: inout BitReader) {
    var delayBits: Int?
    if bits.read(1) == 1 {
      bits.skip(64)
      if bits.read(1) == 1 { _ = bits.readExponential() }
      if bits.read(1) == 1 {
        delayBits = bits.read(5) + 1
        bits.skip(32 + 5 + 5)
      }
    }
    let hasDelay = bits.read(1) == 1
    for _ in 0...bits.read(5) {
      bits.skip(12)
      if bits.read(5) > 7 { bits.skip(1) }
      if let delayBits, bits.read(1) == 1 { bits.skip(2 * delayBits + 1) }
      if hasDelay, bits.read(1) == 1 { bits.skip(4) }
    }
  }

  private static func area(_ width: Int, _ height: Int) -> Int {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : area
  }
}

/// Reads numbers of bits, the highest first; zeros behind the end.
private struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Whether more was read than there is.
  var isAtEnd: Bool { position > bytes.count * 8 }

  mutating func skip(_ count: Int) { position += count }

  mutating func read(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = position / 8
      let bit = byte < bytes.count ? Int(bytes[bytes.startIndex + byte]) >> (7 - position % 8) & 1 : 0
      value = value << 1 | bit
      position += 1
    }
    return value
  }

  /// An unsigned Exp-Golomb number (H.265, 9.2), of up to 32 leading zeros.
  mutating func readExponential() -> Int {
    var zeros = 0
    while zeros < 32, !isAtEnd, read(1) == 0 { zeros += 1 }
    return (1 << zeros) - 1 + read(zeros)
  }
}
