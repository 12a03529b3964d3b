internal import Media

/// The size that a file's header promises, of the kinds that FFmpeg decodes.
enum PictureHeader {
  /// The size in pixels; `nil` when no header tells it.
  static func size(of bytes: [UInt8], _ format: PictureFormat) -> PixelSize? {
    switch format {
    case .png: png(bytes)
    case .gif: pair(bytes, at: 6, width: 2)
    case .bmp: bmp(bytes)
    case .webp: webp(bytes)
    case .tiff: tiff(bytes)
    case .jpeg, .heic, .avif: nil
    }
  }

  /// Two whole numbers behind one another.
  private static func pair(
    _ bytes: [UInt8], at position: Int, width count: Int, bigEndian: Bool = false
  ) -> PixelSize? {
    guard let width = bytes.integer(at: position, bytes: count, bigEndian: bigEndian),
      let height = bytes.integer(at: position + count, bytes: count, bigEndian: bigEndian)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// PNG's `IHDR` (ISO/IEC 15948, 11.2.1), which decoders also take when it isn't the first chunk.
  private static func png(_ bytes: [UInt8]) -> PixelSize? {
    ChunkFile(png: bytes).payloads("IHDR").first.flatMap { pair(bytes, at: $0.startIndex, width: 4, bigEndian: true) }
  }

  /// The header of OS/2 has numbers of 16 bits; in the others a negative height means rows from above.
  private static func bmp(_ bytes: [UInt8]) -> PixelSize? {
    if bytes.integer(at: 14, bytes: 4, bigEndian: false) == 12 { return pair(bytes, at: 18, width: 2) }
    return pair(bytes, at: 18, width: 4).map { size in
      PixelSize(width: size.width, height: Int(Int32(truncatingIfNeeded: size.height).magnitude))
    }
  }

  /// The largest of what WebP's chunks tell (RFC 9649, 2.5 to 2.7; RFC 6386, 9.1): the canvas and the bitstream.
  private static func webp(_ bytes: [UInt8]) -> PixelSize? {
    var size: PixelSize?
    for chunk in ChunkFile(webp: bytes).chunks {
      let start = chunk.payload.startIndex
      let found: PixelSize? =
        switch chunk.name {
        case "VP8X": pair(bytes, at: start + 4, width: 3).map { PixelSize(width: $0.width + 1, height: $0.height + 1) }
        case "VP8 ":
          pair(bytes, at: start + 6, width: 2).map {
            PixelSize(width: $0.width & 0x3FFF, height: $0.height & 0x3FFF)
          }
        case "VP8L":
          bytes.integer(at: start + 1, bytes: 4, bigEndian: false).map {
            PixelSize(width: $0 & 0x3FFF + 1, height: $0 >> 14 & 0x3FFF + 1)
          }
        default: nil
        }
      guard let found else { continue }
      size = PixelSize(width: max(size?.width ?? 0, found.width), height: max(size?.height ?? 0, found.height))
    }
    return size
  }

  /// The fields ImageWidth and ImageLength (TIFF 6.0, section 3).
  private static func tiff(_ bytes: [UInt8]) -> PixelSize? {
    guard let block = ExifBlock(bytes), let width = block.number(0x0100, in: block.firstDirectory),
      let height = block.number(0x0101, in: block.firstDirectory)
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}
