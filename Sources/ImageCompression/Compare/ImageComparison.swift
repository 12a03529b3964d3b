public import FoundationEssentials

/// One picture in several formats that look equally similar to it. `Documentation/JSON.md` describes its JSON form.
///
/// The files have neither metadata nor gain maps and the same samples to begin with: 8 bits, on white where the source is
/// transparent, in the standard dynamic range. So their sizes are those of the coded picture and its color profile.
public struct ImageComparison: Sendable, Hashable, Codable {
  /// The source.
  public let source: ImageDescription
  /// Pixels in a row of the picture that was encoded.
  public let width: Int
  /// Its rows.
  public let height: Int
  /// How far similarities may differ to count as equal, where the encoder has no step that is nearer.
  public let tolerance: Double
  /// The picture in each format, in the order of the request.
  public let versions: [Version]
  /// What a person should know.
  public let warnings: [String]
  /// Pictures to look at; `nil` when none were asked for. They aren't part of the JSON form.
  public let previews: Previews?

  private enum CodingKeys: CodingKey { case source, width, height, tolerance, versions, warnings }

  package init(
    source: ImageDescription, width: Int, height: Int, tolerance: Double, versions: [Version], warnings: [String],
    previews: Previews?
  ) {
    self.source = source
    self.width = width
    self.height = height
    self.tolerance = tolerance
    self.versions = versions
    self.warnings = warnings
    self.previews = previews
  }

  /// Reads the JSON form, which has no pictures to look at.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      source: try values.decode(ImageDescription.self, forKey: .source),
      width: try values.decode(Int.self, forKey: .width), height: try values.decode(Int.self, forKey: .height),
      tolerance: try values.decode(Double.self, forKey: .tolerance),
      versions: try values.decode([Version].self, forKey: .versions),
      warnings: try values.decode([String].self, forKey: .warnings), previews: nil)
  }

  /// The version in a format; `nil` when it isn't there.
  public func version(_ format: ImageFormat) -> Version? { versions.first { $0.format == format } }

  /// How many bytes a format takes for one of JPEG; `nil` when one of them isn't there or looks less similar.
  public func sizeRatio(_ format: ImageFormat) -> Double? { ratio(format) { Double($0.bytes) } }

  /// How long encoding takes for a second of JPEG's; `nil` as with ``sizeRatio(_:)``.
  public func timeRatio(_ format: ImageFormat) -> Double? { ratio(format) { $0.encodingSeconds } }

  private func ratio(_ format: ImageFormat, of value: (Version) -> Double) -> Double? {
    guard let version = self.version(format), let jpeg = self.version(.jpeg), version.isEqual, jpeg.isEqual,
      value(jpeg) > 0
    else { return nil }
    return value(version) / value(jpeg)
  }

  /// The picture in one format.
  public struct Version: Sendable, Hashable, Codable {
    /// The format.
    public let format: ImageFormat
    /// The encoder's own name.
    public let encoder: String
    /// The quality that gives this file, 0 to 1.
    public let quality: Double
    /// What the encoder calls it: libjpeg's or libheif's quality, 0 to 100.
    public let encoderQuality: Int
    /// The file's size.
    public let bytes: Int64
    /// Bits of the file for a pixel.
    public let bitsPerPixel: Double
    /// Wall-clock seconds to encode, once.
    public let encodingSeconds: Double
    /// Structural similarity (SSIM, all planes) of the samples that were encoded and those that the file decodes to.
    public let similarity: Double
    /// Whether it is as similar as the first version: within the tolerance, or with the encoder's next step beyond.
    public let isEqual: Bool

    package init(
      format: ImageFormat, encoder: String, quality: Double, encoderQuality: Int, bytes: Int64, bitsPerPixel: Double,
      encodingSeconds: Double, similarity: Double, isEqual: Bool
    ) {
      self.format = format
      self.encoder = encoder
      self.quality = quality
      self.encoderQuality = encoderQuality
      self.bytes = bytes
      self.bitsPerPixel = bitsPerPixel
      self.encodingSeconds = encodingSeconds
      self.similarity = similarity
      self.isEqual = isEqual
    }
  }

  /// Pictures to look at, as JPEG files of one size and high quality.
  public struct Previews: Sendable, Hashable {
    /// What was encoded.
    public let original: Data
    /// What each version decodes to, in their order.
    public let versions: [Data]

    package init(original: Data, versions: [Data]) {
      self.original = original
      self.versions = versions
    }
  }

  /// What a format takes against JPEG, over several pictures.
  public struct Median: Sendable, Hashable, Codable {
    /// The format.
    public let format: ImageFormat
    /// How many pictures it could be compared on.
    public let pictures: Int
    /// The median of ``ImageComparison/sizeRatio(_:)``; `nil` without pictures.
    public let sizeRatio: Double?
    /// The median of ``ImageComparison/timeRatio(_:)``; `nil` without pictures.
    public let timeRatio: Double?
  }

  /// The medians of every format that comparisons have, in the formats' order.
  public static func medians(of comparisons: [ImageComparison]) -> [Median] {
    ImageFormat.allCases.filter { format in comparisons.contains { $0.version(format) != nil } }.map { format in
      let sizes = comparisons.compactMap { $0.sizeRatio(format) }
      return Median(
        format: format, pictures: sizes.count, sizeRatio: median(sizes),
        timeRatio: median(comparisons.compactMap { $0.timeRatio(format) }))
    }
  }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
