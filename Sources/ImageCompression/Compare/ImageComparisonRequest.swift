public import FoundationEssentials

/// What a caller wants compared: a picture, the formats, and the quality of the first one.
///
/// ```swift
/// let comparison = try await ImageComparator().compare(ImageComparisonRequest(photo, quality: 0.7))
/// ```
public struct ImageComparisonRequest: Sendable, Hashable, Codable {
  /// The file to compare with. It is only read.
  public let source: URL
  /// The formats. The first one is encoded at ``quality``; the others have to look as similar to the source as it does.
  public let formats: [ImageFormat]
  /// The quality of the first format, 0 (smallest) to 1 (best).
  public let quality: Double
  /// The upper bound of the longer side, in pixels; `nil` for the source's. Nothing is enlarged.
  public var longSide: Int?
  /// How far color is reduced against brightness, in every format; `nil` is 4:2:0.
  public var chroma: ImageChroma?
  /// How many pixels the source may have.
  public var pixelLimit = ImageSettings.defaultPixelLimit
  /// The longer side of the pictures to look at, in pixels; `nil` when nobody looks at them.
  public var previewLongSide: Int?
  /// How many threads encoders may use; 0 for as many as there are cores. Only HEIC and AVIF use more than one.
  public var threads = 0

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - source: The file, of a kind that `PictureFormat` names.
  ///   - formats: The formats, the one that sets the similarity first. One that is named twice counts once.
  ///   - quality: The quality of the first format, 0 to 1.
  public init(_ source: URL, formats: [ImageFormat] = [.heic, .jpeg, .avif], quality: Double = 0.8) {
    self.source = source
    self.formats = formats.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.quality = quality
  }
}
