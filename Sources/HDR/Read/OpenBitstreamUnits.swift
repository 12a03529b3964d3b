internal import Media

/// The metadata in open bitstream units of AV1 (AV1 Bitstream & Decoding Process Specification, 5.3 and 5.8).
enum OpenBitstreamUnits {
  private static let metadataType: UInt8 = 5

  /// Where the units of extradata begin: behind the four bytes of `av1C`, whose first has a bit that units never have.
  static func start(of configuration: [UInt8]) -> Int {
    (configuration.first ?? 0) & 0x80 == 0 ? 0 : min(4, configuration.count)
  }

  /// Takes what the units of a temporal unit say.
  static func read(_ bytes: Span<UInt8>, from start: Int, into metadata: inout PacketMetadata) {
    var position = start
    while position < bytes.count {
      let header = bytes[position]
      position += 1
      guard header & 0x80 == 0 else { return }
      var spatialLayer: UInt8 = 0
      if header & 0x04 != 0 {
        guard position < bytes.count else { return }
        spatialLayer = bytes[position] >> 3 & 3
        position += 1
      }
      var size = bytes.count - position
      if header & 0x02 != 0 {
        guard let coded = leb128(bytes, at: &position, end: bytes.count), coded <= bytes.count - position else {
          return
        }
        size = coded
      }
      if header >> 3 & 0xF == metadataType, spatialLayer == 0 {
        readMetadata(bytes, position..<(position + size), into: &metadata)
      }
      position += size
    }
  }

  /// Takes what one unit of metadata says (5.8.1).
  private static func readMetadata(_ bytes: Span<UInt8>, _ unit: Range<Int>, into metadata: inout PacketMetadata) {
    var position = unit.lowerBound
    guard let type = leb128(bytes, at: &position, end: unit.upperBound), (1...4).contains(type) else { return }
    let content = (position..<unit.upperBound).map { bytes[$0] }
    switch type {
    case 1: metadata.fixed.contentLight = ContentLightLevel(payload: content[...]) ?? metadata.fixed.contentLight
    case 2:
      metadata.fixed.masteringDisplay = MasteringDisplay(av1: content[...]) ?? metadata.fixed.masteringDisplay
    case 4:
      // Trailing bits end the unit: a one, and zeros up to the end.
      let message = content[..<((content.lastIndex { $0 != 0 } ?? -1) + 1)]
      if message.last == 0x80, DynamicMetadata.isHDR10Plus(message.dropLast()) {
        metadata.dynamic.hdr10Plus = Array(message.dropLast())
      }
    default: break
    }
  }

  /// Reads a number of seven bits a byte, the lowest first (4.10.5); `nil` when it is cut off or has more than eight bytes.
  private static func leb128(_ bytes: Span<UInt8>, at position: inout Int, end: Int) -> Int? {
    var number = 0
    for index in 0..<8 {
      guard position < end else { return nil }
      let byte = bytes[position]
      position += 1
      number |= Int(byte & 0x7F) << (index * 7)
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}

extension MasteringDisplay {
  /// Reads AV1's mastering display color volume (5.8.4): red, green, blue and white in steps of 2⁻¹⁶, the highest
  /// luminance in steps of 2⁻⁸ cd/m² and the lowest in steps of 2⁻¹⁴ cd/m². Each becomes the nearest of our steps that an
  /// SEI message can hold.
  package init?(av1 payload: ArraySlice<UInt8>) {
    let points = (0..<4).compactMap { Chromaticity(payload, at: $0 * 4) }.map {
      Chromaticity(x: ($0.x * 50_000 + 1 << 15) >> 16, y: ($0.y * 50_000 + 1 << 15) >> 16)
    }
    guard points.count == 4, let maximum = BigEndian.read32(payload, at: 16),
      let minimum = BigEndian.read32(payload, at: 20)
    else { return nil }
    self.init(
      points: (points[0], points[1], points[2], points[3]),
      maximum: min((maximum * 10_000 + 1 << 7) >> 8, Int(UInt32.max)), minimum: (minimum * 10_000 + 1 << 13) >> 14)
  }
}
