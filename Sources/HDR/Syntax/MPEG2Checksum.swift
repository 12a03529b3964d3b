/// The CRC-32 of MPEG-2 systems (ISO/IEC 13818-1, annex A): polynomial 0x04C11DB7, the highest bit first, all ones before
/// the first byte, nothing done to the result.
enum MPEG2Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { value, _ in value << 1 ^ (value >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }

  /// The checksum of bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF) { $0 << 8 ^ table[Int(UInt8($0 >> 24) ^ $1)] }
  }
}
