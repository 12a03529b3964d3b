public import Media

/// What a picture file is, as values.
public struct ImageDescription: Sendable, Hashable, Codable {
  /// The absolute path; `nil` for bytes in memory.
  public private(set) var path: String?
  /// The size in bytes.
  public let bytes: Int64
  /// The kind of file, by its content.
  public let format: PictureFormat
  /// Stored pixels in a row.
  public let width: Int
  /// Stored rows.
  public let height: Int
  /// Pixels in a row as shown, turned upright.
  public let displayWidth: Int
  /// Rows as shown, turned upright.
  public let displayHeight: Int
  /// How the stored picture has to be turned to be shown upright.
  public let orientation: Orientation
  /// Bits of a sample.
  public let bitDepth: Int
  /// How far color is reduced against brightness.
  public let chroma: ChromaSubsampling
  /// Whether there is transparency.
  public let hasAlpha: Bool
  /// What the ICC profile calls itself; `nil` when there is none.
  public let colorProfile: String?
  /// What the samples mean by code points of ITU-T H.273.
  public let color: ColorDescription
  /// Whether the picture is of high dynamic range.
  public let hdr: HDRKind
  /// When it was taken, as Exif writes it; `nil` when it doesn't say.
  public let date: String?
  /// Whether it says where it was taken.
  public let hasLocation: Bool
  /// The camera's maker and name; `nil` when it doesn't say.
  public let camera: String?

  package init(
    path: String?, bytes: Int64, format: PictureFormat, size: PixelSize, displaySize: PixelSize,
    orientation: Orientation, bitDepth: Int, chroma: ChromaSubsampling, hasAlpha: Bool, colorProfile: String?,
    color: ColorDescription, date: String?, hasLocation: Bool, camera: String?
  ) {
    self.path = path
    self.bytes = bytes
    self.format = format
    width = size.width
    height = size.height
    displayWidth = displaySize.width
    displayHeight = displaySize.height
    self.orientation = orientation
    self.bitDepth = bitDepth
    self.chroma = chroma
    self.hasAlpha = hasAlpha
    self.colorProfile = colorProfile
    self.color = color
    hdr = color.transfer == .pq ? .pq : color.transfer == .hlg ? .hlg : .sdr
    self.date = date
    self.hasLocation = hasLocation
    self.camera = camera
  }

  /// The same picture under another name.
  func moved(to path: String) -> ImageDescription {
    var copy = self
    copy.path = path
    return copy
  }

  /// Pixels as shown.
  public var displaySize: PixelSize { PixelSize(width: displayWidth, height: displayHeight) }
}
