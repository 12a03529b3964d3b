internal import Jobs
internal import Media

/// What goes into a result beside its samples: the source's words, made to agree with the result.
struct ResultMetadata: Sendable {
  /// Exif with orientation 1 and the result's size; `nil` for none.
  var exif: ExifBlock?
  /// XMP with the same; `nil` for none.
  var xmp: XMPPacket?
  /// What only JPEG has a place for: markers and payloads.
  var segments: [(marker: UInt8, payload: [UInt8])] = []

  init(_ source: PictureMetadata, plan: ImagePlan) {
    guard plan.metadata == .keep else { return }
    exif = source.exif
    exif?.orientation = .up
    exif?.setSize(plan.size)
    xmp = source.xmp
    xmp?.replace("tiff:Orientation", with: "\(Orientation.up.rawValue)")
    for name in ["exif:PixelXDimension", "tiff:ImageWidth"] { xmp?.replace(name, with: "\(plan.size.width)") }
    for name in ["exif:PixelYDimension", "tiff:ImageLength"] { xmp?.replace(name, with: "\(plan.size.height)") }
    // The film isn't there any more; a reader would look for it in the picture's data.
    for name in MotionPhoto.properties { xmp?.replace(name, with: "0") }
    segments = source.extendedXMP.map { (0xE1, $0) } + source.photoshop.map { (0xED, $0) } + source.otherSegments
    // What was read of PNG under this name isn't JPEG's.
    if plan.parts.contains(where: { $0.kind == .comment && $0.action == .kept }) {
      segments += source.comments.map { (0xFE, $0) }
    }
  }
}
