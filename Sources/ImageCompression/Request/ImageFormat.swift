/// A kind of picture file that Swage writes.
public enum ImageFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// HEVC in the High Efficiency Image File Format (ISO/IEC 23008-12), what phones write.
  case heic
  /// JPEG (ITU-T T.81), what everything reads.
  case jpeg
  /// AV1 in the High Efficiency Image File Format, what browsers read.
  case avif

  /// The format that a file name's extension asks for; `nil` when the extension names none of ours.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "heic", "heif", "hif": self = .heic
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "avif": self = .avif
    default: return nil
    }
  }

  /// The extension of names that are our choice.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
