internal import FFmpeg
internal import Jobs
internal import Media

extension PictureReader {
  /// Reads what FFmpeg decodes: PNG, WebP, TIFF, BMP and GIF.
  func readOther(_ bytes: [UInt8], _ format: PictureFormat) throws -> SourcePicture {
    var metadata = PictureMetadata()
    var companions: [(kind: ImagePart.Kind, name: String?)] = []
    switch format {
    case .png: try read(png: bytes, &metadata, &companions)
    case .webp: try read(webp: bytes, &metadata)
    case .tiff: try read(tiff: bytes, &metadata, &companions)
    case .bmp: try checkBMP(bytes)
    case .gif:
      guard let count = GIFFile.pictureCount(bytes), count > 0 else {
        throw CompressionError.damaged(name, expected: "the file's trailer", found: "the end of the file")
      }
      if count > 1 { companions.append((.otherPictures, "\(count - 1) of an animation")) }
    case .jpeg, .heic, .avif: break
    }
    guard let size = PictureHeader.size(of: bytes, format) else {
      throw CompressionError.damaged(name, expected: "a header with the picture's size", found: "none")
    }
    try admit(size)
    // More than the header says isn't decoded: it wasn't waited for. FFmpeg counts rows with their padding.
    let (most, overflow) = (size.width + 63).multipliedReportingOverflow(by: size.height)
    let frame = try StillDecoder.decode(bytes, by: format.decoder ?? "", pixelLimit: overflow ? .max : most)
    guard !frame.isDamaged, let layout = frame.pixelFormat else {
      throw CompressionError.damaged(name, expected: "a whole picture", found: "parts that don't decode")
    }
    metadata.iccProfile = frame.iccProfile
    let profile = ColorProfile(metadata.iccProfile)
    let (picture, alpha) = try AlphaPlane.split(frame)
    let turn = metadata.exif?.orientation ?? .up
    let said = picture.color
    return SourcePicture(
      description: describe(
        format, bytes, stored: frame.size, turn: turn, depth: layout.bitDepth, chroma: layout.chromaSubsampling,
        alpha: alpha != nil, metadata: metadata, profile: profile, color: said),
      picture: picture, alpha: alpha, isPremultiplied: false, turn: turn, metadata: metadata, companions: companions,
      gainMap: [], profileSpace: profile?.space, saysColor: said.transfer == .pq || said.transfer == .hlg,
      warnings: [])
  }

  private func read(
    png bytes: [UInt8], _ metadata: inout PictureMetadata, _ companions: inout [(kind: ImagePart.Kind, name: String?)]
  ) throws(CompressionError) {
    let file = ChunkFile(png: bytes)
    guard !file.endsEarly else { throw .damaged(name, expected: "the chunk of the end", found: "the end of the file") }
    metadata.exif = file.payloads("eXIf").lazy.compactMap { ExifBlock($0) }.first
    let keyword = "XML:com.adobe.xmp\0"
    for payload in file.payloads("iTXt") where payload.starts(with: keyword.utf8) {
      // Two flags (compressed, and how), a language and a translated keyword, both of which end in a zero.
      let rest = payload.dropFirst(keyword.utf8.count)
      guard rest.first == 0 else { continue }
      let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      if parts.count == 3 { metadata.xmp = XMPPacket(parts[2]) }
    }
    for chunk in file.chunks where chunk.name == "tEXt" || chunk.name == "zTXt" {
      metadata.comments.append(Array(chunk.payload))
    }
    metadata.hasThumbnail = metadata.exif?.thumbnail.isEmpty == false
    if !file.payloads("acTL").isEmpty { companions.append((.otherPictures, "the rest of an animation")) }
  }

  private func read(webp bytes: [UInt8], _ metadata: inout PictureMetadata) throws(CompressionError) {
    let file = ChunkFile(webp: bytes)
    guard !file.endsEarly else { throw .damaged(name, expected: "whole chunks", found: "the end of the file") }
    guard file.payloads("ANIM").isEmpty else {
      throw CompressionError(
        code: .decoderNotFound, message: "\(name) is an animated WebP file, which isn't decoded here", stage: .probe)
    }
    metadata.exif = file.payloads("EXIF").lazy.compactMap { ExifBlock($0) }.first
    metadata.xmp = file.payloads("XMP ").lazy.compactMap { XMPPacket($0) }.first
    metadata.hasThumbnail = metadata.exif?.thumbnail.isEmpty == false
  }

  private func read(
    tiff bytes: [UInt8], _ metadata: inout PictureMetadata, _ companions: inout [(kind: ImagePart.Kind, name: String?)]
  ) throws(CompressionError) {
    guard let file = ExifBlock(bytes), file.firstDirectory != nil else {
      throw .damaged(name, expected: "a directory of fields", found: "the end of the file")
    }
    guard file.samplesEnd <= bytes.count else {
      throw .damaged(name, expected: "\(file.samplesEnd) bytes", found: "\(bytes.count)")
    }
    metadata.exif = file.extract()
    let directory = file.firstDirectory
    if let field = file.field(ExifBlock.Tag.xmp, in: directory) {
      metadata.xmp = XMPPacket(bytes[field.value..<(field.value + field.byteCount)])
    }
    if let directory, let pointer = file.nextPointer(after: directory), let next = file.integer(at: pointer, bytes: 4),
      next != 0
    {
      companions.append((.otherPictures, "further pages"))
    }
  }

  private func checkBMP(_ bytes: [UInt8]) throws(CompressionError) {
    // The size of the data is only missing where nothing is compressed, and follows from the picture's then.
    guard let offset = bytes.integer(at: 10, bytes: 4, bigEndian: false),
      let header = bytes.integer(at: 14, bytes: 4, bigEndian: false), header >= 40,
      let width = bytes.integer(at: 18, bytes: 4, bigEndian: false),
      let bits = bytes.integer(at: 28, bytes: 2, bigEndian: false),
      let compression = bytes.integer(at: 30, bytes: 4, bigEndian: false), compression == 0 || compression == 3,
      let height = bytes.integer(at: 22, bytes: 4, bigEndian: false).map({
        Int(Int32(truncatingIfNeeded: $0).magnitude)
      })
    else { return }
    try checkSize(PixelSize(width: width, height: height))
    let promised = offset + (width * bits + 31) / 32 * 4 * height
    guard promised <= bytes.count else {
      throw .damaged(name, expected: "\(promised) bytes", found: "\(bytes.count)")
    }
  }
}
