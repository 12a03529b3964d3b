public import Jobs

/// Wishes for a picture. Reads as a sentence: `.image(.heic).quality(0.7).longSide(2048)`.
public struct ImageSettings: Sendable, Hashable, Codable {
  /// The kind of file; `nil` follows the output's extension, else HEIC.
  public private(set) var format: ImageFormat?
  /// What decides how much data the picture gets.
  public private(set) var compression: ImageQuality = .quality(0.8)
  /// The upper bound of the shown picture's longer side, in pixels; `nil` for the source's. Nothing is enlarged.
  public private(set) var longSide: Int?
  /// Bits of a sample; `nil` is 8, and 10 where the source has more than 8 and the format can.
  public private(set) var bitDepth: ImageBitDepth?
  /// How far color is reduced against brightness; `nil` is 4:2:0, and the source's own without loss.
  public private(set) var chroma: ImageChroma?
  /// Whether dates, places and names are kept.
  public private(set) var metadata: MetadataPolicy = .keep
  /// What happens when the result isn't smaller than the source.
  public private(set) var sizePolicy: SizePolicy = .neverLarger
  /// How many pixels the source may have. A small file can promise a picture that doesn't fit into memory.
  public private(set) var pixelLimit = Self.defaultPixelLimit

  /// 2 to the 28: a picture of 16384 by 16384 pixels. To decode and encode it takes some 3 GB as JPEG, 5 GB as HEIC and
  /// 20 GB as AVIF.
  public static let defaultPixelLimit = 268_435_456

  /// Every wish left to Swage: HEIC, quality 0.8, the source's size and depth.
  public static let automatic = ImageSettings()

  /// Wishes that begin with a kind of file and, if given, an upper bound of the longer side in pixels.
  public static func image(_ format: ImageFormat? = nil, longSide: Int? = nil) -> ImageSettings {
    ImageSettings().changed {
      $0.format = format
      $0.longSide = longSide
    }
  }

  /// The same wishes for another kind of file; `nil` follows the output's extension, else HEIC.
  public func format(_ format: ImageFormat?) -> Self { changed { $0.format = format } }
  /// The same wishes with a quality from 0 (smallest) to 1 (best). The same number gives about the same similarity in
  /// every format; in JPEG it is a hundredth of libjpeg's.
  public func quality(_ quality: Double) -> Self { changed { $0.compression = .quality(quality) } }
  /// The same wishes with every sample as in the source; not for JPEG.
  public func lossless() -> Self { changed { $0.compression = .lossless } }
  /// The same wishes with an upper bound of the shown picture's longer side, in pixels.
  public func longSide(_ pixels: Int?) -> Self { changed { $0.longSide = pixels } }
  /// The same wishes with another number of bits of a sample.
  public func bitDepth(_ depth: ImageBitDepth?) -> Self { changed { $0.bitDepth = depth } }
  /// The same wishes with another reduction of color.
  public func chroma(_ chroma: ImageChroma?) -> Self { changed { $0.chroma = chroma } }
  /// The same wishes with another treatment of metadata.
  public func metadata(_ policy: MetadataPolicy) -> Self { changed { $0.metadata = policy } }
  /// The same wishes with another answer to a result that isn't smaller.
  public func sizePolicy(_ policy: SizePolicy) -> Self { changed { $0.sizePolicy = policy } }
  /// The same wishes with another limit of the source's pixels.
  public func pixelLimit(_ pixels: Int) -> Self { changed { $0.pixelLimit = pixels } }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// What decides how much data a picture gets.
public enum ImageQuality: Sendable, Hashable, Codable {
  /// From 0 (smallest) to 1 (best).
  case quality(Double)
  /// Every sample comes back as it was.
  case lossless
}

/// Bits of a sample.
public enum ImageBitDepth: Int, Sendable, Hashable, Codable, CaseIterable {
  /// 8 bits: what every format and reader has.
  case eight = 8
  /// 10 bits: HEIC and AVIF.
  case ten = 10
}

/// How far color is reduced against brightness.
public enum ImageChroma: String, Sendable, Hashable, Codable, CaseIterable {
  /// Half in both directions: for photos.
  case yuv420 = "420"
  /// Not at all: for text and drawings in color.
  case yuv444 = "444"
}
