internal import FFmpeg
internal import Media

/// Turns a gain map with its picture.
struct GainMapTurn {
  let turn: Orientation

  /// The same gain map, turned; its own metadata stays. Empty when there is none.
  func turned(_ jpeg: [UInt8]) throws -> [UInt8] {
    guard turn != .up, !jpeg.isEmpty else { return jpeg }
    let file = try JPEGFile(jpeg)
    let decoded = try JPEGDecoder.decode(jpeg).frame
    // Halved color can't be turned by a quarter.
    let isGray = decoded.pixelFormat?.chromaSubsampling == .gray
    let layout = isGray ? "gray" : "yuv444p"
    let filters = ["format=\(layout)"] + PicturePreparation.filters(for: turn)
    let frame = try decoded.filtered(filters.joined(separator: ","))
    let kept = file.segments.filter { [0xE1, 0xE2].contains($0.marker) && !$0.payload.starts(with: "MPF\0".utf8) }
    return JPEGAssembly(
      try JPEGEncoder(quality: 90).encode(frame), segments: kept.map { ($0.marker, Array($0.payload)) }
    ).bytes
  }
}

extension GainMap {
  /// The XMP of a picture that a gain map follows: with the map's new size, or made for it where there is none.
  ///
  /// - Parameters:
  ///   - packet: The picture's XMP; `nil` when it has none or it was stripped.
  ///   - old: How many bytes the source's map has.
  ///   - new: How many the result's has.
  static func directory(in packet: XMPPacket?, from old: Int, to new: Int) -> XMPPacket? {
    if var packet {
      packet.replaceText("Item:Length=\"\(old)\"", with: "Item:Length=\"\(new)\"")
      return packet
    }
    let container = "http://ns.google.com/photos/1.0/container/"
    return XMPPacket(
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description xmlns:Container="\(container)" xmlns:Item="\(container)item/" \
        xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"><Container:Directory><rdf:Seq>\
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>\
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" \
        Item:Length="\(new)"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8))
  }
}
