/// The bytes that keep start codes out of NAL units (ITU-T H.265, 7.4.2; H.264, 7.4.1).
enum EmulationPrevention {
  /// The bytes of a NAL unit, its header included, without each 03 that follows two zeros.
  static func removed(from bytes: Span<UInt8>, in unit: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(unit.count)
    var zeros = 0
    for index in unit {
      let byte = bytes[index]
      if zeros >= 2, byte == 3 {
        zeros = 0
      } else {
        result.append(byte)
        zeros = byte == 0 ? zeros + 1 : 0
      }
    }
    return result
  }

  /// Appends the bytes of a NAL unit, its header included, with 03 between two zeros and a byte up to 03, and behind a
  /// zero at the end.
  static func append(_ unit: [UInt8], to result: inout [UInt8]) {
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    if zeros > 0 { result.append(3) }
  }
}
