/// What the numbers of a picture mean: the code points of ITU-T H.273, kept as numbers, so that one that this
/// version doesn't know passes through unharmed.
public struct ColorDescription: Sendable, Hashable, Codable {
  /// Where red, green, blue and white lie (`ColourPrimaries`).
  public package(set) var primaries: ColorPrimaries
  /// How numbers map to light (`TransferCharacteristics`).
  public package(set) var transfer: TransferCharacteristics
  /// How red, green and blue become luma and chroma (`MatrixCoefficients`).
  public package(set) var matrix: MatrixCoefficients
  /// Which numbers are black and white.
  public package(set) var range: ColorRange
  /// Where chroma samples lie between luma samples in 4:2:0.
  public package(set) var chromaLocation: ChromaLocation

  /// Makes a description; what is left out is unspecified.
  public init(
    primaries: ColorPrimaries = .unspecified, transfer: TransferCharacteristics = .unspecified,
    matrix: MatrixCoefficients = .unspecified, range: ColorRange = .unspecified,
    chromaLocation: ChromaLocation = .unspecified
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.range = range
    self.chromaLocation = chromaLocation
  }
}

extension ColorDescription {
  /// The same, with what it leaves open from another.
  package func completed(by other: ColorDescription) -> ColorDescription {
    ColorDescription(
      primaries: primaries == .unspecified ? other.primaries : primaries,
      transfer: transfer == .unspecified ? other.transfer : transfer,
      matrix: matrix == .unspecified ? other.matrix : matrix,
      range: range == .unspecified ? other.range : range,
      chromaLocation: chromaLocation == .unspecified ? other.chromaLocation : chromaLocation)
  }

  /// How many of primaries, transfer and matrix are told.
  package var toldCodePoints: Int {
    [primaries != .unspecified, transfer != .unspecified, matrix != .unspecified].count(where: \.self)
  }
}

/// A code point of ITU-T H.273 that has a name where this version knows it, and is a plain number where not.
public protocol ColorCodePoint: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible
where RawValue == Int {
  /// Makes the code point with this number, known or not.
  init(rawValue: Int)
  /// The known code points and their names, in FFmpeg's spelling.
  static var names: [Int: String] { get }
}

extension ColorCodePoint {
  /// The name in FFmpeg's spelling, or `unknown(n)`.
  public var description: String { Self.names[rawValue] ?? "unknown(\(rawValue))" }

  /// Reads the name, or the number of a code point without one.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    if let known = Self.names.first(where: { $0.value == text }) {
      self.init(rawValue: known.key)
    } else if text.hasPrefix("unknown("), let number = Int(text.dropFirst(8).dropLast()) {
      self.init(rawValue: number)
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(text) is no code point of ITU-T H.273"))
    }
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// `ColourPrimaries` of ITU-T H.273, table 2.
public struct ColorPrimaries: ColorCodePoint {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing is said (2).
  public static let unspecified = ColorPrimaries(rawValue: 2)
  /// BT.709, also sRGB (1).
  public static let bt709 = ColorPrimaries(rawValue: 1)
  /// BT.2020 and BT.2100 (9).
  public static let bt2020 = ColorPrimaries(rawValue: 9)

  public static let names = [
    1: "bt709", 2: "unspecified", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film",
    9: "bt2020", 10: "smpte428", 11: "smpte431", 12: "smpte432", 22: "ebu3213",
  ]
}

/// `TransferCharacteristics` of ITU-T H.273, table 3.
public struct TransferCharacteristics: ColorCodePoint {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing is said (2).
  public static let unspecified = TransferCharacteristics(rawValue: 2)
  /// BT.709 (1).
  public static let bt709 = TransferCharacteristics(rawValue: 1)
  /// Perceptual quantizer of SMPTE ST 2084 and BT.2100 (16).
  public static let pq = TransferCharacteristics(rawValue: 16)
  /// Hybrid log-gamma of ARIB STD-B67 and BT.2100 (18).
  public static let hlg = TransferCharacteristics(rawValue: 18)

  public static let names = [
    1: "bt709", 2: "unspecified", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "linear",
    9: "log100", 10: "log316", 11: "iec61966-2-4", 12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10",
    15: "bt2020-12", 16: "smpte2084", 17: "smpte428", 18: "arib-std-b67",
  ]
}

/// `MatrixCoefficients` of ITU-T H.273, table 4.
public struct MatrixCoefficients: ColorCodePoint {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing is said (2).
  public static let unspecified = MatrixCoefficients(rawValue: 2)
  /// Red, green and blue as they are (0).
  public static let rgb = MatrixCoefficients(rawValue: 0)
  /// BT.709 (1).
  public static let bt709 = MatrixCoefficients(rawValue: 1)
  /// BT.601 with 525 lines (6).
  public static let smpte170m = MatrixCoefficients(rawValue: 6)
  /// BT.2020 with non-constant luminance (9).
  public static let bt2020NonConstant = MatrixCoefficients(rawValue: 9)

  public static let names = [
    0: "gbr", 1: "bt709", 2: "unspecified", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco",
    9: "bt2020nc", 10: "bt2020c", 11: "smpte2085", 12: "chroma-derived-nc", 13: "chroma-derived-c", 14: "ictcp",
  ]
}

/// Which numbers are black and white (`VideoFullRangeFlag` of ITU-T H.273).
public enum ColorRange: String, Sendable, Hashable, Codable {
  /// Nothing is said; players take it as limited.
  case unspecified
  /// 16 to 235 in 8 bits.
  case limited
  /// 0 to 255 in 8 bits.
  case full
}

/// Where the chroma samples of 4:2:0 lie (`ChromaLocType` of ITU-T H.273).
public enum ChromaLocation: String, Sendable, Hashable, Codable {
  case unspecified, left, center, topLeft, top, bottomLeft, bottom
}
