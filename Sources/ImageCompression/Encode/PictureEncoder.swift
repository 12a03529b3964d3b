internal import Capabilities
internal import FFmpeg
internal import Jobs
internal import Media
internal import VideoCompression

/// Makes a whole file of a prepared picture and what goes with it.
struct PictureEncoder {
  /// What came out.
  struct Result {
    /// The file.
    let bytes: [UInt8]
    /// The encoder's own name.
    let encoder: String
    /// What a person should know.
    let warnings: [String]
  }

  let plan: ImagePlan
  let metadata: PictureMetadata
  let gainMap: [UInt8]
  /// How many threads the encoder may use; 0 for as many as it likes.
  let threads: Int

  init(plan: ImagePlan, source: SourcePicture, threads: Int) {
    self.plan = plan
    metadata = source.metadata
    gainMap = plan.keepsGainMap ? source.gainMap : []
    self.threads = threads
  }

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - prepared: The picture.
  ///   - coder: What codes it; a video unit only where the plan says so.
  ///   - quality: What counts instead of the plan's quality; `nil` for that.
  ///   - control: What ends the job.
  /// - Throws: ``CompressionError``, or `CancellationError`.
  func encode(
    _ prepared: PreparedPicture, by coder: PictureAttempt.Coder = .processor, quality: Double? = nil,
    control: JobControl
  ) throws -> Result {
    var compression = plan.compression
    if let quality { compression = .quality(quality) }
    do {
      return plan.format == .jpeg
        ? try encodeJPEG(prepared, compression) : try encodeHEIF(prepared, compression, coder, control)
    } catch let error as CompressionError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch let error as HeifError where error.isUnsupported {
      throw CompressionError(
        code: .notSupported, message: "libheif has no encoder for \(plan.format.rawValue.uppercased()) here",
        remedy: "install libheif's plugins: libheif-plugin-x265 and libheif-plugin-aomenc", stage: .encode,
        cause: error.description)
    } catch {
      throw CompressionError.encodingPicture(plan.format, cause: "\(error)")
    }
  }

  // MARK: HEIC and AVIF

  private func encodeHEIF(
    _ prepared: PreparedPicture, _ compression: ImageQuality, _ coder: PictureAttempt.Coder, _ control: JobControl
  ) throws -> Result {
    var quality = 100
    if case .quality(let value) = compression { quality = QualityScale.heif(value, plan.format) }
    let writer = try HeifWriter(
      HeifEncoding(
        format: plan.format, quality: quality, isLossless: compression == .lossless, threads: threads,
        color: plan.color, writesColor: plan.writesColor, iccProfile: plan.keepsProfile ? metadata.iccProfile : []))
    let picture: HeifHandle
    switch (coder, compression) {
    case (.unit(let encoder), .quality(let value)):
      let units = try StillCoder(encoder).code(
        prepared.picture, quality: QualityScale.unit(value), control: control)
      picture = try writer.add(coded: units, of: prepared.picture)
    default:
      picture = try writer.encode(prepared.picture, alpha: prepared.alpha, isPremultiplied: prepared.isPremultiplied)
    }
    var result = ResultMetadata(metadata, plan: plan)
    // The small version is in the container.
    result.exif?.removeThumbnail()
    if let exif = result.exif { try writer.add(exif: exif.bytes, to: picture) }
    if let xmp = result.xmp { try writer.add(xmp: xmp.bytes, to: picture) }
    if plan.hasThumbnail {
      let small = try PicturePreparation(plan: plan, threads: threads).thumbnail(
        of: prepared.picture, longSide: Thumbnail.containerSide + HeifWriter.thumbnailMargin, as: .yuv420p)
      try writer.add(thumbnail: small, longSide: Thumbnail.containerSide, to: picture)
    }
    var name = writer.encoderName
    if case .unit(let encoder) = coder { name = encoder.encoder }
    return Result(bytes: try writer.finish(), encoder: name, warnings: [])
  }

  // MARK: JPEG

  /// The most bytes of a segment's payload.
  private static let segmentLimit = 65_533

  private func encodeJPEG(_ prepared: PreparedPicture, _ compression: ImageQuality) throws -> Result {
    var quality = 100
    if case .quality(let value) = compression { quality = QualityScale.jpeg(value) }
    var warnings: [String] = []
    let samples = try JPEGEncoder(quality: quality).encode(prepared.picture)
    var result = ResultMetadata(metadata, plan: plan)
    let gainMap = try GainMapTurn(turn: plan.turn).turned(self.gainMap)
    if !gainMap.isEmpty {
      result.xmp = GainMap.directory(in: result.xmp, from: self.gainMap.count, to: gainMap.count)
    }
    if result.exif != nil { try setThumbnail(prepared.picture, in: &result) }
    var segments: [(marker: UInt8, payload: [UInt8])] = []
    if let exif = result.exif {
      segments.append((0xE1, Array(PictureMetadata.exifMarker.utf8) + exif.bytes))
    }
    if let xmp = result.xmp { segments.append((0xE1, Array(PictureMetadata.xmpMarker.utf8) + xmp.bytes)) }
    if plan.keepsProfile { segments += Self.cut(metadata.iccProfile) }
    segments += result.segments
    for segment in segments where segment.payload.count > Self.segmentLimit {
      warnings.append("\(segment.payload.count) bytes of metadata don't fit into a segment of JPEG and aren't kept")
    }
    let file = JPEGAssembly(samples, segments: segments.filter { $0.payload.count <= Self.segmentLimit })
    let bytes = gainMap.isEmpty ? file.bytes : MultiPicture.join([gainMap], to: file.bytes, indexAt: file.end)
    return Result(bytes: bytes, encoder: "libjpeg-turbo", warnings: warnings)
  }

  private func setThumbnail(_ picture: Frame, in result: inout ResultMetadata) throws {
    // What the source has shows the source, perhaps turned otherwise.
    guard plan.hasThumbnail else {
      result.exif?.removeThumbnail()
      return
    }
    let small = try PicturePreparation(plan: plan, threads: threads).thumbnail(
      of: picture, longSide: Thumbnail.exifSide,
      as: picture.pixelFormat?.chromaSubsampling == .gray ? picture.pixelFormat ?? .yuv420p : .yuv420p)
    var encoder = JPEGEncoder(quality: 75)
    encoder.isProgressive = false
    let limit = Self.segmentLimit - PictureMetadata.exifMarker.utf8.count
    _ = result.exif?.setThumbnail(try encoder.encode(small), limit: limit)
  }

  /// A profile in numbered pieces (ICC.1, annex B.4).
  private static func cut(_ profile: [UInt8]) -> [(marker: UInt8, payload: [UInt8])] {
    let marker = Array(PictureMetadata.iccMarker.utf8)
    let size = segmentLimit - marker.count - 2
    let count = (profile.count + size - 1) / size
    guard count <= 255 else { return [] }
    return (0..<count).map { number in
      let piece = profile[(number * size)..<min((number + 1) * size, profile.count)]
      return (0xE2, marker + [UInt8(number + 1), UInt8(count)] + piece)
    }
  }
}

/// A JPEG file with segments put in behind its header.
struct JPEGAssembly {
  /// The file.
  let bytes: [UInt8]
  /// Where the segments end.
  let end: Int

  /// Puts segments behind the segment of JFIF.
  init(_ file: [UInt8], segments: [(marker: UInt8, payload: [UInt8])]) {
    var position = 2
    if file.count > 6, file[2] == 0xFF, file[3] == 0xE0 { position += 2 + (file.integer(at: 4, bytes: 2) ?? 0) }
    var inserted: [UInt8] = []
    for segment in segments {
      let length = segment.payload.count + 2
      inserted += [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)] + segment.payload
    }
    bytes = Array(file[..<position]) + inserted + Array(file[position...])
    end = position + inserted.count
  }
}
