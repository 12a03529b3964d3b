internal import Media

/// Where the NAL units of a stream's extradata lie, and how those of its packets follow each other
/// (ISO/IEC 14496-15, 5.3.3.1 `avcC` and 8.3.3.1 `hvcC`).
struct ConfigurationRecord {
  /// How the units of each packet follow each other.
  private(set) var framing = NALUnitScanner.Framing.startCodes
  /// Where the units of the record itself lie.
  private(set) var units: [Range<Int>] = []

  /// Reads extradata. Lists that are cut off give the units that are whole.
  init(_ codec: VideoCodec, _ bytes: [UInt8]) {
    // A start code has two zeros and a third or a one; records begin with their version, which is 1 and was 0 in drafts.
    let isRecord = bytes.count > 3 && (bytes[0] != 0 || bytes[1] != 0 || bytes[2] > 1)
    guard isRecord else {
      var scanner = NALUnitScanner(.startCodes)
      while let unit = scanner.next(in: bytes.span) { units.append(unit) }
      return
    }
    let sizeOffset = codec == .hevc ? 21 : 4
    framing = .lengths(bytes.count > sizeOffset ? Int(bytes[sizeOffset] & 3) + 1 : 4)
    switch codec {
    case .hevc:
      var position = 23
      for _ in 0..<(bytes.count > 22 ? Int(bytes[22]) : 0) {
        guard let count = BigEndian.read16(bytes[...], at: position + 1) else { return }
        position += 3
        guard read(count, from: bytes, at: &position) else { return }
      }
    case .h264:
      var position = 5
      // Sequence parameter sets, then picture parameter sets.
      for mask: UInt8 in [0x1F, 0xFF] {
        guard position < bytes.count else { return }
        let count = Int(bytes[position] & mask)
        position += 1
        guard read(count, from: bytes, at: &position) else { return }
      }
    }
  }

  /// Notes units with a length of two bytes before each.
  private mutating func read(_ count: Int, from bytes: [UInt8], at position: inout Int) -> Bool {
    for _ in 0..<count {
      guard let length = BigEndian.read16(bytes[...], at: position), length <= bytes.count - position - 2 else {
        return false
      }
      units.append(position + 2..<position + 2 + length)
      position += 2 + length
    }
    return true
  }
}
