import Foundation

/// High dynamic range.
extension Clip {
  /// C02: HDR10 with the values of a real mastering display.
  public static let hdr10 = Clip("hdr10.mp4", ffmpeg: picture(rate: 24, seconds: 1) + pqEncoding(hdr10Values))
  /// PQ without any values.
  public static let pqWithoutValues = Clip(
    "pq-without-values.mp4", ffmpeg: picture(rate: 24, seconds: 1) + pqEncoding())
  /// HDR10 whose container calls it BT.709.
  public static let hdr10InSDRContainer = Clip("disagreeing.mp4") { file in
    let plain = file.deletingPathExtension().appendingPathExtension("plain.mp4")
    let values = hdr10Values.joined(separator: ":")
    try await ffmpeg(
      picture(rate: 24, seconds: 1) + [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "14", "-tag:v", "hvc1",
        "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
        "-x265-params", "log-level=none:repeat-headers=1:\(values)",
      ], to: plain)
    let pq = "hevc_metadata=colour_primaries=9:transfer_characteristics=16:matrix_coefficients=9"
    try await ffmpeg(["-i", plain.path, "-c", "copy", "-tag:v", "hvc1", "-bsf:v", pq], to: file)
    try FileManager.default.removeItem(at: plain)
  }

  /// Frames that show their numbers, as those of ``numbered(rate:count:options:ending:)``, and tell them in metadata of
  /// SMPTE ST 2094-40, too: the average brightness of each is its number.
  public static let numberedHDR10Plus = carrying("numbered-hdr10plus.mp4") { frame in
    HEVCUnits.message(4, hdr10Plus(average: frame))
  }

  /// Frames that show their numbers, and have units of Dolby Vision with them.
  public static let numberedDolbyVision = carrying("numbered-dolby-vision.hevc") { frame in
    HEVCUnits.unit(62, dolbyVision(number: frame))
  }

  private static func carrying(_ name: String, _ unit: @escaping @Sendable (Int) -> [UInt8]) -> Clip {
    Clip(name) { file in
      let raw = file.deletingPathExtension().appendingPathExtension("raw.hevc")
      let source = ["-f", "lavfi", "-i", "color=black:size=320x96:rate=24,\(stripes)", "-frames:v", "48"]
      try await ffmpeg(source + pqEncoding(hdr10Values + ["bframes=0", "aud=1", "keyint=12"]), to: raw)
      let units = try HEVCUnits.split(Array(Data(contentsOf: raw)))
      var result: [UInt8] = []
      var frame = -1
      for (type, bytes) in units {
        if type == 35 { frame += 1 }
        let own = unit(max(frame, 0))
        // Messages stand before the picture, units of Dolby Vision behind it.
        let isPicture = type < 32
        if isPicture, own[4] >> 1 == 39 { result += own }
        result += [0, 0, 0, 1] + bytes
        if isPicture, own[4] >> 1 == 62 { result += own }
      }
      try Data(result).write(to: raw)
      if file.pathExtension == "hevc" {
        try FileManager.default.moveItem(at: raw, to: file)
      } else {
        try await ffmpeg(["-r", "24", "-f", "hevc", "-i", raw.path, "-c", "copy", "-tag:v", "hvc1"], to: file)
        try FileManager.default.removeItem(at: raw)
      }
    }
  }

  static let hdr10Values = [
    "hdr10=1", "master-display=G(13250\\,34500)B(7500\\,3000)R(34000\\,16000)WP(15635\\,16450)L(10000000\\,50)",
    "max-cll=1000\\,400",
  ]

  static func pqEncoding(_ more: [String] = []) -> [String] {
    let parameters = [
      "log-level=none", "repeat-headers=1", "colorprim=bt2020", "transfer=smpte2084", "colormatrix=bt2020nc",
    ]
    return [
      "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "14", "-tag:v", "hvc1",
      "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-x265-params",
      (parameters + more).joined(separator: ":"),
    ]
  }

  /// A message of SMPTE ST 2094-40 with one window, from its country code on.
  private static func hdr10Plus(average: Int) -> [UInt8] {
    var bits = BitWriter()
    for byte in [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04, 0x01] { bits.write(byte, 8) }
    bits.write(1, 2)  // windows
    bits.write(500, 27)  // target display's luminance
    bits.write(0, 1)
    for _ in 0..<3 { bits.write(90_000, 17) }  // brightest red, green and blue
    bits.write(average, 17)
    bits.write(1, 4)  // percentiles
    bits.write(50, 7)
    bits.write(1_000, 17)
    bits.write(0, 10)  // bright pixels
    bits.write(0, 1)
    bits.write(0, 1)  // tone mapping
    bits.write(0, 1)  // color saturation
    return bits.bytes
  }

  /// A unit of Dolby Vision of profile 8 that maps each value to itself (ETSI GS CCM 001, 5.3), and a number behind.
  private static func dolbyVision(number: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.write(0x19, 8)
    bits.write(2, 6)  // type
    bits.write(18, 11)  // format
    bits.write(1, 4)  // profile
    bits.write(0, 4)  // level
    bits.write(1, 1)  // what follows is there
    bits.write(0, 3)
    bits.write(0b11000, 9)  // 23 in Exp-Golomb coding
    bits.write(1, 2)
    bits.write(0, 1)  // limited range
    bits.write(0b011, 3)  // 10 bits
    bits.write(0b011, 3)
    bits.write(0b00101, 5)  // 12 bits
    bits.write(0, 4)
    bits.write(0, 1)
    bits.write(1, 1)  // no residual
    bits.write(0, 2)  // no display management, nothing from before
    bits.write(0b111, 3)  // identifier, color space, chroma format
    for _ in 0..<3 {
      bits.write(1, 1)  // two pivots
      bits.write(0, 10)
      bits.write(1_023, 10)
    }
    bits.write(0b11, 2)  // one part of the picture
    for _ in 0..<3 {
      bits.write(0b110, 3)  // a straight line, by coefficients
      bits.write(1, 1)
      bits.write(0, 23)
      bits.write(0b010, 3)
      bits.write(0, 23)
    }
    bits.write(number, 16)
    return bits.bytes + [0, 0, 1, 0, 0, 2, 0x80]
  }
}

/// Bits from the highest to the lowest.
private struct BitWriter {
  private var bits: [Bool] = []

  mutating func write(_ value: Int, _ count: Int) {
    for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
  }

  /// The bytes, filled up with zeros.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
    }
  }
}

/// NAL units of H.265 between start codes, for clips that no encoder makes.
enum HEVCUnits {
  /// The units of a stream, with their types.
  static func split(_ stream: [UInt8]) -> [(type: Int, bytes: ArraySlice<UInt8>)] {
    var starts: [Int] = []
    for place in 0..<max(stream.count - 3, 0)
    where stream[place] == 0 && stream[place + 1] == 0 && stream[place + 2] == 1 {
      starts.append(place + 3)
    }
    return starts.enumerated().map { index, start in
      var end = index + 1 < starts.count ? starts[index + 1] - 3 : stream.count
      while end > start, stream[end - 1] == 0 { end -= 1 }
      return (Int(stream[start] >> 1 & 0x3F), stream[start..<end])
    }
  }

  /// A unit of a type behind a start code.
  static func unit(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0, 0, 0, 1, type << 1, 1]
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }

  /// A unit with one message of supplemental enhancement information before a picture.
  static func message(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    unit(39, [type, UInt8(payload.count)] + payload + [0x80])
  }
}
