/// The film of a motion photo.
enum MotionPhoto {
  /// Whether an MP4 film stands behind a JPEG picture.
  static func isAppended(to trailer: ArraySlice<UInt8>) -> Bool {
    // A film begins with its file type box, which may follow what is left of the Multi-Picture Format.
    let name = Array("ftyp".utf8)
    var position = trailer.startIndex
    while let start = trailer[position...].firstIndex(of: name[0]) {
      if trailer[start...].starts(with: name) { return true }
      position = start + 1
    }
    return false
  }

  /// The properties of XMP that say that there is one.
  static let properties = ["GCamera:MotionPhoto", "Camera:MotionPhoto", "GCamera:MicroVideo"]
}

/// A picture that says how much brighter a display of high dynamic range may show each place.
enum GainMap {
  /// Whether a JPEG file is one: by Adobe's properties of XMP, or by the segment of ISO 21496-1.
  static func isGainMap(_ jpeg: [UInt8]) -> Bool {
    guard let file = try? JPEGFile(jpeg) else { return false }
    if !file.payloads(0xE2, beginning: "urn:iso:std:iso:ts:21496:-1\0").isEmpty { return true }
    return file.payloads(0xE1, beginning: PictureMetadata.xmpMarker)
      .contains { XMPPacket($0)?.value(of: "hdrgm:Version") != nil }
  }
}
