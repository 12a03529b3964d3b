internal import Media

/// The segments of a JPEG file (ITU-T T.81, annex B), as places in its bytes.
struct JPEGFile {
  /// A marker segment before the picture's data.
  struct Segment: Sendable {
    /// The marker's second byte, such as 0xE1 for APP1.
    let marker: UInt8
    /// What follows the length.
    let payload: ArraySlice<UInt8>
  }

  /// Why bytes are no whole JPEG file.
  struct Damage: Error, Sendable {
    let expected: String
    let found: String
  }

  /// The segments before the first scan, in their order.
  let segments: [Segment]
  /// Pixels.
  let size: PixelSize
  /// Bits of a sample.
  let bitDepth: Int
  /// How many kinds of samples there are: 1 gray, 3 color, 4 CMYK.
  let componentCount: Int
  /// How many bytes belong to the picture; what follows is something else.
  let byteCount: Int

  /// Walks through a file from a position.
  init(_ bytes: [UInt8], from start: Int = 0) throws(Damage) {
    var segments: [Segment] = []
    var frame: (size: PixelSize, bitDepth: Int, components: Int)?
    var position = start + 2
    while true {
      guard let marker = Self.marker(in: bytes, at: &position) else {
        throw Damage(expected: "the picture's data", found: "the end of the file")
      }
      if marker == 0xD8 || marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      if marker == 0xD9 { throw Damage(expected: "the picture's data", found: "the end of the picture") }
      guard let length = bytes.integer(at: position, bytes: 2), length >= 2, position + length <= bytes.count else {
        throw Damage(expected: "a segment", found: "the end of the file")
      }
      let payload = bytes[(position + 2)..<(position + length)]
      if Self.isFrameHeader(marker), payload.count >= 6 {
        let base = position + 2
        frame = (
          PixelSize(
            width: bytes.integer(at: base + 3, bytes: 2) ?? 0, height: bytes.integer(at: base + 1, bytes: 2) ?? 0),
          Int(bytes[base]), Int(bytes[base + 5])
        )
      }
      position += length
      if marker == 0xDA { break }
      segments.append(Segment(marker: marker, payload: payload))
    }
    guard let frame else { throw Damage(expected: "a frame header", found: "none before the picture's data") }
    self.segments = segments
    (size, bitDepth, componentCount) = frame
    byteCount = try Self.end(of: bytes, from: position) - start
  }

  /// The bytes behind the end of the picture.
  func trailer(in bytes: [UInt8]) -> ArraySlice<UInt8> { bytes[min(byteCount, bytes.count)...] }

  /// The payloads of segments that begin with a text, without it.
  func payloads(_ marker: UInt8, beginning text: String) -> [ArraySlice<UInt8>] {
    segments.filter { $0.marker == marker && $0.payload.starts(with: text.utf8) }
      .map { $0.payload.dropFirst(text.utf8.count) }
  }

  /// Whether a marker begins a frame: SOF0 to SOF15 without the three other markers between them.
  private static func isFrameHeader(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// The next marker; the position is behind it then.
  private static func marker(in bytes: [UInt8], at position: inout Int) -> UInt8? {
    while position + 1 < bytes.count {
      if bytes[position] == 0xFF, bytes[position + 1] != 0, bytes[position + 1] != 0xFF {
        position += 2
        return bytes[position - 1]
      }
      position += 1
    }
    return nil
  }

  /// The position behind the end marker, from within the data of the first scan on.
  private static func end(of bytes: [UInt8], from start: Int) throws(Damage) -> Int {
    var position = start
    while let marker = marker(in: bytes, at: &position) {
      if marker == 0xD9 { return position }
      if (0xD0...0xD7).contains(marker) || marker == 0x01 { continue }
      guard let length = bytes.integer(at: position, bytes: 2) else { break }
      position += length
    }
    throw Damage(expected: "the marker of the picture's end", found: "the end of the file")
  }
}
