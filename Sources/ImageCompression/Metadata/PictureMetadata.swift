/// What a picture file says beside its samples.
struct PictureMetadata: Sendable {
  /// Exif.
  var exif: ExifBlock?
  /// XMP.
  var xmp: XMPPacket?
  /// The parts of XMP that don't fit into a JPEG segment, as the payloads of their own segments.
  var extendedXMP: [[UInt8]] = []
  /// Photoshop's resources, in which IPTC is, as payloads of JPEG segments.
  var photoshop: [[UInt8]] = []
  /// Comments of JPEG.
  var comments: [[UInt8]] = []
  /// Segments of JPEG that only some programs know: marker and payload.
  var otherSegments: [(marker: UInt8, payload: [UInt8])] = []
  /// The ICC profile; empty for none.
  var iccProfile: [UInt8] = []
  /// A small version of the picture, in Exif or in the container.
  var hasThumbnail = false
}

extension PictureMetadata {
  static let exifMarker = "Exif\0\0"
  static let xmpMarker = "http://ns.adobe.com/xap/1.0/\0"
  static let extendedXMPMarker = "http://ns.adobe.com/xmp/extension/\0"
  static let iccMarker = "ICC_PROFILE\0"
  static let photoshopMarker = "Photoshop 3.0\0"

  /// What a JPEG file's segments say.
  init(_ file: JPEGFile) {
    exif = file.payloads(0xE1, beginning: Self.exifMarker).lazy.compactMap { ExifBlock($0) }.first
    xmp = file.payloads(0xE1, beginning: Self.xmpMarker).lazy.compactMap { XMPPacket($0) }.first
    hasThumbnail = exif?.thumbnail.isEmpty == false
    iccProfile = Self.profile(file.payloads(0xE2, beginning: Self.iccMarker))
    for segment in file.segments {
      let payload = Array(segment.payload)
      switch segment.marker {
      case 0xE1 where payload.has(Self.extendedXMPMarker): extendedXMP.append(payload)
      case 0xE1 where payload.has(Self.exifMarker) || payload.has(Self.xmpMarker): break
      case 0xE2 where payload.has(Self.iccMarker) || payload.has("MPF\0"): break
      case 0xED where payload.has(Self.photoshopMarker): photoshop.append(payload)
      case 0xFE: comments.append(payload)
      // JFIF's and Adobe's describe the coding, which is ours in the result.
      case 0xE0, 0xEE: break
      case 0xE1...0xEF: otherSegments.append((segment.marker, payload))
      default: break
      }
    }
  }

  /// A profile that was cut into numbered pieces (ICC.1, annex B.4).
  private static func profile(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
    let numbered = pieces.filter { $0.count > 2 }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    return numbered.flatMap { $0.dropFirst(2) }
  }

  /// Whether a small camera's Photoshop resources hold IPTC (resource 0x0404).
  var hasIPTC: Bool {
    photoshop.contains { payload in
      payload.indices.contains { payload.has("8BIM", at: $0) && payload.integer(at: $0 + 4, bytes: 2) == 0x0404 }
    }
  }
}
