internal import FFmpeg
internal import Jobs
internal import Media

extension PictureReader {
  /// Reads HEIC or AVIF by libheif, which turns and crops as the file says.
  func readHEIF(_ bytes: [UInt8], _ format: PictureFormat) throws -> SourcePicture {
    let boxes = ISOFile(bytes)
    guard !boxes.endsEarly else {
      throw CompressionError.damaged(name, expected: "whole boxes", found: "the end of the file")
    }
    let largest = try largestPart(of: bytes)
    let file = try HeifFile(bytes)
    let handle = try file.primary()
    try checkSize(handle.size)
    try checkSize(handle.storedSize)
    try willDecode(handle.storedSize, max(largest, handle.storedSize.width * handle.storedSize.height))
    let items = HeifItems(bytes)
    let coding = HEVCConfiguration(record: items.configuration)
    let own = ownSample(of: handle, bytes, items)
    // That one is decoded below.
    if format == .heic { try checkWholeness(items.codedPictures.filter { $0 != own }, items.configuration) }
    let said = items.hasStrangeColor ? nil : handle.codedColor
    let color = Self.color(said: said, coded: format == .heic ? coding?.color : nil)
    let chroma = format == .avif ? AV1Configuration.subsampling(items.configuration) : coding?.layout.chromaSubsampling
    let (picture, alpha, warnings) = try decode(handle, own, items.configuration, isGray: chroma == .gray, color)
    let metadata = try metadata(of: handle)
    let profile = ColorProfile(metadata.iccProfile)
    return SourcePicture(
      description: describe(
        format, bytes, stored: handle.storedSize, turn: items.orientation, shown: picture.size,
        depth: picture.pixelFormat?.bitDepth ?? 8, chroma: chroma ?? .yuv420, alpha: alpha != nil, metadata: metadata,
        profile: profile,
        color: color),
      picture: picture, alpha: alpha.flatMap { AlphaPlane.isOpaque($0) ? nil : $0 },
      isPremultiplied: handle.isPremultiplied, turn: .up, metadata: metadata,
      companions: companions(of: handle, file, boxes), gainMap: [], profileSpace: profile?.space,
      saysColor: said != nil, warnings: warnings.map { "the source isn't quite in order: \($0)" })
  }

  /// The pixels of the largest part, which is refused before libheif takes memory for it.
  private func largestPart(of bytes: [UInt8]) throws(CompressionError) -> Int {
    let tree: HeifTree
    do throws(HeifTree.Fault) {
      tree = try HeifTree(bytes)
    } catch {
      throw .damaged(name, expected: "a picture, or pieces of one", found: error.found)
    }
    try checkCount(tree.largest, told: "\(name) has a part of \(tree.largest) pixels")
    return tree.largest
  }

  /// The coded picture of a file that is wanted as it is coded; `nil` where libheif has to make it of parts.
  private func ownSample(of handle: HeifHandle, _ bytes: [UInt8], _ items: HeifItems) -> [UInt8]? {
    guard case .asCoded = decoding, !items.extents.isEmpty, !handle.hasAlpha else { return nil }
    return items.extents.count == 1 ? Array(bytes[items.extents[0]]) : items.extents.flatMap { bytes[$0] }
  }

  private func decode(
    _ handle: HeifHandle, _ sample: [UInt8]?, _ configuration: [UInt8], isGray: Bool, _ color: ColorDescription
  ) throws -> (picture: Frame, alpha: Frame?, warnings: [String]) {
    if case .asCoded(let threads) = decoding, let sample {
      guard let decoder = HEVCStillDecoder(record: configuration, threads: threads) else {
        throw CompressionError.damaged(name, expected: "a configuration of HEVC", found: "one that isn't understood")
      }
      let coded = try decoder.decode(sample)
      guard !coded.isDamaged else {
        throw CompressionError.damaged(name, expected: "a whole picture", found: "parts that don't decode")
      }
      coded.setColor(color)
      if coded.size == handle.size { return (coded, nil, []) }
    }
    let decoded = try handle.decode(isGray: isGray)
    let (picture, alpha) = try decoded.frames(
      color: ColorDescription(
        primaries: color.primaries, transfer: color.transfer, matrix: isGray ? color.matrix : .rgb, range: .full))
    return (picture, alpha, decoded.warnings)
  }

  /// Refuses a picture of which parts don't decode, which libheif's decoder would draw as something.
  private func checkWholeness(_ pictures: [[UInt8]], _ configuration: [UInt8]) throws(CompressionError) {
    guard !pictures.isEmpty, let witness = HEVCStillDecoder(record: configuration) else { return }
    do throws(FFmpegError) {
      try witness.check(pictures)
    } catch  where error.code != FFmpegError.patchWelcome && error.code != FFmpegError.notSupported {
      throw .damaged(name, expected: "a whole picture", found: "parts that don't decode (\(error))")
    } catch {}
  }

  /// What the samples mean by the container, where it speaks, else by the bitstream. Where neither does, readers take
  /// them as JFIF's.
  private static func color(said: ColorDescription?, coded: ColorDescription?) -> ColorDescription {
    guard let color = said ?? coded else { return .jpeg }
    let matrix = color.matrix == .unspecified ? coded?.matrix ?? .unspecified : color.matrix
    let range = color.range == .unspecified && said == nil && color.matrix == .unspecified ? .full : color.range
    return ColorDescription(
      primaries: color.primaries, transfer: color.transfer,
      matrix: matrix == .unspecified ? .smpte170m : matrix, range: range == .unspecified ? .limited : range)
  }

  private func metadata(of handle: HeifHandle) throws -> PictureMetadata {
    var metadata = PictureMetadata()
    for block in try handle.metadata() {
      if block.type == "Exif" {
        metadata.exif = metadata.exif ?? ExifBlock(item: block.bytes)
      } else if block.contentType == "application/rdf+xml" {
        metadata.xmp = metadata.xmp ?? XMPPacket(block.bytes)
      }
    }
    metadata.iccProfile = handle.iccProfile
    metadata.hasThumbnail = handle.thumbnailCount > 0 || metadata.exif?.thumbnail.isEmpty == false
    return metadata
  }

  private func companions(
    of handle: HeifHandle, _ file: HeifFile, _ boxes: ISOFile
  ) -> [(kind: ImagePart.Kind, name: String?)] {
    var found: [(kind: ImagePart.Kind, name: String?)] = []
    for type in handle.auxiliaryTypes {
      found.append((type.contains("hdrgainmap") || type.contains("21496") ? .gainMap : .auxiliaryImage, type))
    }
    if handle.depthImageCount > 0 { found.append((.depthMap, nil)) }
    if file.pictureCount > 1 { found.append((.otherPictures, "\(file.pictureCount - 1)")) }
    if boxes.boxes.contains("moov") { found.append((.otherPictures, "a sequence")) }
    if boxes.boxes.contains("mpvd") { found.append((.motionVideo, nil)) }
    return found
  }
}
