internal import FFmpeg
internal import Jobs
internal import Media

/// Reads and decodes a picture of any kind, told by its content.
struct PictureReader {
  /// How messages call the source.
  let name: String
  /// The path; `nil` for bytes in memory.
  let path: String?
  /// How many pixels the picture may have.
  let pixelLimit: Int
  /// Called before memory is taken for samples, with the picture's size and the most pixels that are decoded at once; may
  /// wait, and throws what reading then ends with.
  var willDecode: (_ size: PixelSize, _ pixels: Int) throws -> Void = { _, _ in }
  /// Which decoder HEIC goes through.
  var decoding = Decoding.asShown

  /// How the samples of HEIC come out.
  enum Decoding: Sendable {
    /// By libheif, which puts tiles together, turns and crops, in red, green and blue.
    case asShown
    /// In the layout that they are coded in, where the picture is a single one that needs nothing done to it, by a number
    /// of threads (0 for as many as there are cores): nothing is converted, so what comes out is exactly what was coded.
    /// Other pictures come out as shown.
    case asCoded(threads: Int)
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``CompressionError`` when it is no picture, damaged, too large or of a kind that isn't decoded here; or
  ///   `CancellationError` when that is what ``willDecode`` throws.
  func read(_ bytes: [UInt8]) throws -> SourcePicture {
    guard let format = PictureFormat(content: bytes) else { throw CompressionError.noPicture(in: bytes, name: name) }
    do {
      switch format {
      case .jpeg: return try readJPEG(bytes)
      case .heic, .avif: return try readHEIF(bytes, format)
      case .png, .webp, .tiff, .bmp, .gif: return try readOther(bytes, format)
      }
    } catch let error as CompressionError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch let damage as JPEGFile.Damage {
      throw CompressionError.damaged(name, expected: damage.expected, found: damage.found)
    } catch let error as JPEGError {
      throw CompressionError.undecodable(
        name, format, cause: error.description, isUnsupported: error.text.contains("nsupported"))
    } catch let error as HeifError {
      throw CompressionError.undecodable(name, format, cause: error.description, isUnsupported: error.isUnsupported)
    } catch let error as FFmpegError {
      throw CompressionError.undecodable(
        name, format, cause: error.description,
        isUnsupported: error.code == FFmpegError.notSupported || error.code == FFmpegError.patchWelcome)
    } catch {
      throw CompressionError.undecodable(name, format, cause: "\(error)", isUnsupported: false)
    }
  }

  /// Refuses a picture before memory is taken for it.
  func checkSize(_ size: PixelSize) throws(CompressionError) {
    guard size.width > 0, size.height > 0 else {
      throw .damaged(name, expected: "a picture", found: "one of \(size) pixels")
    }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    try checkCount(overflow ? .max : pixels, told: "\(name) has \(size) pixels")
  }

  /// Refuses so many pixels, whichever part of the file asks for them.
  func checkCount(_ pixels: Int, told: String) throws(CompressionError) {
    guard pixels <= pixelLimit else {
      throw CompressionError(
        code: .notSupported, message: "\(told), more than the limit of \(pixelLimit)",
        remedy: "raise the limit if you trust the file: --max-pixels, or pixelLimit(_:)", stage: .probe)
    }
  }

  /// Refuses a picture that is too large, and waits until one that isn't may be decoded.
  func admit(_ size: PixelSize) throws {
    try checkSize(size)
    try willDecode(size, size.width * size.height)
  }

  private func readJPEG(_ bytes: [UInt8]) throws -> SourcePicture {
    let file = try JPEGFile(bytes)
    try checkSize(file.size)
    guard file.bitDepth == 8 else {
      throw CompressionError(
        code: .decoderNotFound, message: "\(name) is a JPEG file of \(file.bitDepth) bits, which isn't decoded here",
        stage: .probe)
    }
    try willDecode(file.size, file.size.width * file.size.height)
    let decoded = try JPEGDecoder.decode(bytes)
    var warnings: [String] = []
    if let warning = decoded.warning {
      // Bytes too many before the end marker do no harm: every sample was there.
      guard warning.contains("extraneous bytes before marker 0xd9") else {
        throw CompressionError.damaged(name, expected: "a whole picture", found: warning)
      }
      warnings.append("the source isn't quite in order: \(warning)")
    }
    let metadata = PictureMetadata(file)
    let profile = ColorProfile(metadata.iccProfile)
    let picture =
      decoded.cmyk.isEmpty
      ? decoded.frame : try CMYKConversion(profile: profile).convert(decoded.cmyk, into: decoded.frame)
    if !decoded.cmyk.isEmpty {
      let isFitting = profile?.space == .cmyk
      warnings.append(
        isFitting
          ? "CMYK was converted to sRGB by the source's profile"
          : "CMYK without a profile was converted to sRGB by the plain formula, as browsers do")
    }
    let others = MultiPicture(file, in: bytes).others
    let gainMap = others.first(where: GainMap.isGainMap) ?? []
    var companions: [(kind: ImagePart.Kind, name: String?)] = gainMap.isEmpty ? [] : [(.gainMap, nil)]
    let rest = others.count - (gainMap.isEmpty ? 0 : 1)
    if rest > 0 { companions.append((.otherPictures, "\(rest) of the Multi-Picture Format")) }
    if MotionPhoto.isAppended(to: file.trailer(in: bytes)) { companions.append((.motionVideo, nil)) }
    let turn = metadata.exif?.orientation ?? .up
    return SourcePicture(
      description: describe(
        .jpeg, bytes, stored: file.size, turn: turn, depth: 8, chroma: JPEGSampling.subsampling(of: decoded.frame),
        alpha: false, metadata: metadata, profile: profile, color: picture.color),
      picture: picture, alpha: nil, isPremultiplied: false, turn: turn, metadata: metadata, companions: companions,
      gainMap: gainMap, profileSpace: profile?.space, saysColor: false, warnings: warnings)
  }

  func describe(
    _ format: PictureFormat, _ bytes: [UInt8], stored: PixelSize, turn: Orientation, shown: PixelSize? = nil,
    depth: Int, chroma: ChromaSubsampling, alpha: Bool, metadata: PictureMetadata, profile: ColorProfile?,
    color: ColorDescription
  ) -> ImageDescription {
    let camera = [metadata.exif?.make, metadata.exif?.model].compactMap { $0 }.joined(separator: " ")
    return ImageDescription(
      path: path, bytes: Int64(bytes.count), format: format, size: stored,
      displaySize: shown ?? (turn.swapsSides ? stored.transposed : stored), orientation: turn, bitDepth: depth,
      chroma: chroma, hasAlpha: alpha, colorProfile: profile.map { $0.name ?? "unnamed" }, color: color,
      date: metadata.exif?.date, hasLocation: metadata.exif?.hasLocation ?? false,
      camera: camera.isEmpty ? nil : camera)
  }
}

/// How far a decoded JPEG file's color was reduced.
enum JPEGSampling {
  static func subsampling(of frame: Frame) -> ChromaSubsampling { frame.pixelFormat?.chromaSubsampling ?? .yuv420 }
}
