internal import Media

/// The chunks of a PNG file (ISO/IEC 15948) or of a WebP file, which is RIFF (RFC 9649).
struct ChunkFile {
  /// A named piece of the file.
  struct Chunk: Sendable {
    let name: String
    let payload: ArraySlice<UInt8>
  }

  let chunks: [Chunk]
  /// Whether the file ends before its last chunk does, or before the one that has to be the last.
  let endsEarly: Bool

  /// Walks through a PNG file.
  init(png bytes: [UInt8]) {
    (chunks, endsEarly) = Self.walk(bytes, from: 8, to: bytes.count, lengthFirst: true, last: "IEND")
  }

  /// Walks through a WebP file.
  init(webp bytes: [UInt8]) {
    let promised = 8 + (bytes.integer(at: 4, bytes: 4, bigEndian: false) ?? 0)
    let walked = Self.walk(bytes, from: 12, to: min(promised, bytes.count), lengthFirst: false, last: nil)
    chunks = walked.chunks
    endsEarly = walked.endsEarly || promised > bytes.count
  }

  /// The payloads of chunks of a name.
  func payloads(_ name: String) -> [ArraySlice<UInt8>] { chunks.filter { $0.name == name }.map(\.payload) }

  private static func walk(
    _ bytes: [UInt8], from start: Int, to end: Int, lengthFirst: Bool, last: String?
  ) -> (chunks: [Chunk], endsEarly: Bool) {
    var chunks: [Chunk] = []
    var position = start
    while position + 8 <= end {
      let length = bytes.integer(at: position + (lengthFirst ? 0 : 4), bytes: 4, bigEndian: lengthFirst) ?? 0
      let name = bytes.fourCharacters(at: position + (lengthFirst ? 4 : 0))
      let first = position + 8
      // PNG has a checksum behind each chunk, RIFF makes lengths even.
      let next = first + length + (lengthFirst ? 4 : length % 2)
      guard first + length <= end, lengthFirst ? next <= end : true else { return (chunks, true) }
      chunks.append(Chunk(name: name, payload: bytes[first..<(first + length)]))
      position = next
      if name == last { return (chunks, false) }
    }
    return (chunks, last != nil)
  }
}

/// How many pictures a GIF file has (GIF89a specification).
enum GIFFile {
  /// Counts the pictures; `nil` when the file ends before its trailer.
  static func pictureCount(_ bytes: [UInt8]) -> Int? {
    guard bytes.count > 13 else { return nil }
    var position = 13 + colorTable(bytes[10])
    var count = 0
    while position < bytes.count {
      switch bytes[position] {
      case 0x3B: return count
      case 0x2C:
        guard position + 10 < bytes.count else { return nil }
        count += 1
        position += 11 + colorTable(bytes[position + 9])
      case 0x21: position += 2
      default: return nil
      }
      // The blocks of data, up to an empty one.
      while position < bytes.count, bytes[position] != 0 { position += Int(bytes[position]) + 1 }
      position += 1
    }
    return nil
  }

  private static func colorTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}
