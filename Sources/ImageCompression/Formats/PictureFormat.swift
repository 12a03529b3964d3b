/// A kind of picture file that Swage reads, told by its content, whatever its name says.
public enum PictureFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// HEVC in the High Efficiency Image File Format.
  case heic
  /// AV1 in the High Efficiency Image File Format.
  case avif
  /// JPEG.
  case jpeg
  /// Portable Network Graphics.
  case png
  /// WebP.
  case webp
  /// Tag Image File Format.
  case tiff
  /// Windows bitmap.
  case bmp
  /// Graphics Interchange Format.
  case gif

  /// The kind that a file's first bytes tell; `nil` for no picture that is read here.
  init?(content bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("GIF87a") || bytes.has("GIF89a") {
      self = .gif
    } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      self = .tiff
    } else if bytes.has("BM"), let header = bytes.integer(at: 14, bytes: 4, bigEndian: false),
      [12, 40, 52, 56, 64, 108, 124].contains(header)
    {
      self = .bmp
    } else if bytes.has("ftyp", at: 4), let kind = Self.kind(ofBrandsIn: bytes) {
      self = kind
    } else {
      return nil
    }
  }

  /// The coding that the brands of an ISO base media file promise (ISO/IEC 23008-12, 10; AVIF 1.1, 6).
  private static func kind(ofBrandsIn bytes: [UInt8]) -> PictureFormat? {
    let end = min(bytes.integer(at: 0, bytes: 4) ?? 0, bytes.count, 4096)
    let brands = [bytes.fourCharacters(at: 8)] + stride(from: 16, to: end - 3, by: 4).map(bytes.fourCharacters(at:))
    if brands.contains(where: ["avif", "avis"].contains) { return .avif }
    let heif = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "miaf"]
    return brands.contains(where: heif.contains) ? .heic : nil
  }

  /// FFmpeg's name of the decoder; `nil` for what other libraries decode.
  var decoder: String? {
    switch self {
    case .heic, .avif, .jpeg: nil
    case .png, .webp, .tiff, .bmp, .gif: rawValue
    }
  }

  /// The output format that is the same kind of file; `nil` when it isn't written here.
  var outputFormat: ImageFormat? { ImageFormat(rawValue: rawValue) }

  /// The name that people know.
  public var name: String {
    switch self {
    case .webp: "WebP"
    case .heic, .avif, .jpeg, .png, .tiff, .bmp, .gif: rawValue.uppercased()
    }
  }
}
