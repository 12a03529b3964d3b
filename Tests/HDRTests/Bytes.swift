import Media

@testable import HDR

/// Bytes as people write them.
func hex(_ text: String) -> [UInt8] {
  text.split { $0 == " " || $0 == "\n" }.compactMap { UInt8($0, radix: 16) }
}

/// NAL units between start codes of four bytes.
func stream(_ units: [UInt8]...) -> [UInt8] { stream(units) }

/// NAL units between start codes of three or four bytes.
func stream(_ units: [[UInt8]], codeSize: Int = 4) -> [UInt8] {
  let code = [UInt8](repeating: 0, count: codeSize - 1) + [1]
  return Array(units.map { code + $0 }.joined())
}

/// NAL units with a length of 1 to 4 bytes before each.
func lengths(_ units: [[UInt8]], size: Int = 4) -> [UInt8] {
  var result: [UInt8] = []
  for unit in units {
    for index in (0..<size).reversed() { result.append(UInt8(truncatingIfNeeded: unit.count >> (index * 8))) }
    result += unit
  }
  return result
}

/// Units and values that the tests share; all bytes are counted by hand.
enum Sample {
  // NAL units of H.265.
  static let delimiter = hex("46 01 50")
  static let videoParameters = hex("40 01 0C 01 FF")
  static let sequenceParameters = hex("42 01 01 02 20")
  static let pictureParameters = hex("44 01 C1 72")
  /// A buffering period (0) of two bytes.
  static let bufferingPeriod = hex("4E 01 00 02 AA BB 80")
  static let keySlice = hex("28 01 AF 00 00 03 01 15")
  static let slice = hex("02 01 D0 11 22")
  static let pictureHash = hex("50 01 84 05 00 01 02 03 04 80")
  static let endOfSequence = hex("48 01")
  static let endOfStream = hex("4A 01")

  static let display = MasteringDisplay(
    red: .init(x: 35400, y: 14600), green: .init(x: 8500, y: 39850), blue: .init(x: 6550, y: 2300),
    white: .init(x: 15635, y: 16450), maximumLuminance: 10_000_000, minimumLuminance: 1)
  static let displayPayload = hex(
    "21 34 9B AA 19 96 08 FC 8A 48 39 08 3D 13 40 42 00 98 96 80 00 00 00 01")
  /// The message has three zeros in a row, of which the third needs 03 before it.
  static let displayUnit = hex(
    "4E 01 89 18 21 34 9B AA 19 96 08 FC 8A 48 39 08 3D 13 40 42 00 98 96 80 00 00 03 00 01 80")

  static let light = ContentLightLevel(maximumContentLight: 1000, maximumFrameAverageLight: 400)
  static let lightUnit = hex("4E 01 90 04 03 E8 01 90 80")

  static let transferUnit = hex("4E 01 93 01 12 80")

  static let surroundings = AmbientViewingEnvironment(illuminance: 3_140_000, light: .init(x: 15635, y: 16450))
  static let surroundingsUnit = hex("4E 01 94 08 00 2F E9 A0 3D 13 40 42 80")

  static let everything = StaticMetadata(
    masteringDisplay: display, contentLight: light, ambientViewing: surroundings, preferredTransfer: .hlg)

  static let hdr10Plus = hex("B5 00 3C 00 01 04 01 40 00 00 03 00 00")
  /// Its zeros and a three need 03 before them; what ends in two zeros is followed by the trailing bits.
  static let hdr10PlusUnit = hex("4E 01 04 0D B5 00 3C 00 01 04 01 40 00 00 03 03 00 00 80")

  static let dolbyVision = hex("19 08 09 00 00 01 00 00 00 7F 80")
  static let dolbyVisionUnit = hex("7C 01 19 08 09 00 00 03 01 00 00 03 00 7F 80")

  static let captions = hex("4E 01 04 08 B5 00 31 47 41 39 34 03 80")
}
