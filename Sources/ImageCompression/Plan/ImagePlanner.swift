internal import Capabilities
internal import Jobs
internal import Media
internal import VideoCompression

/// What planning has to know of a source that was read.
struct SourceFacts: Sendable {
  let description: ImageDescription
  let turn: Orientation
  let layout: PixelFormat
  /// What the decoded samples mean.
  let samples: ColorDescription
  let hasAlpha: Bool
  let profileSpace: ColorProfile.Space?
  let saysColor: Bool
  let metadata: PictureMetadata
  let companions: [(kind: ImagePart.Kind, name: String?)]
  let hasGainMap: Bool
}

/// Decides everything about a picture: a pure function of wishes and source.
struct ImagePlanner {
  let settings: ImageSettings
  let source: SourceFacts
  /// The kind of file that the output's name asks for; `nil` when it asks for none.
  let namedFormat: ImageFormat?
  /// Whether AVIF can have more than 8 bits here.
  let writesDeepAVIF: Bool
  /// Which encoder was asked for.
  let wish: EncoderWish
  /// The video units of this machine; none where no wish lets one in.
  let machine: MachineCapabilities

  var format: ImageFormat { settings.format ?? namedFormat ?? .heic }
  var isLossless: Bool { settings.compression == .lossless }
  var isHDR: Bool { source.description.hdr != .sdr }

  /// Makes the plan.
  ///
  /// - Throws: ``CompressionError`` for wishes that are out of range or that the format can't meet.
  func plan() throws(CompressionError) -> ImagePlan {
    try Self.check(settings, for: format)
    let isShallow = format == .avif && !writesDeepAVIF
    if isShallow, settings.bitDepth == .ten || isLossless && source.description.bitDepth > 8 {
      throw CompressionError(
        code: .notSupported, message: "this libheif can't write AVIF of more than 8 bits",
        remedy: "use HEIC, or install libheif 1.15.2 or newer", stage: .plan)
    }
    let isToneMapped = isHDR && (format == .jpeg || isShallow || settings.bitDepth == .eight)
    let layout = try layout(isToneMapped: isToneMapped)
    let color = color(of: layout, isToneMapped: isToneMapped)
    let keepsProfile = keepsProfile(layout)
    let size = size
    var notes = ImageNotes()
    notes.describe(self, size: size, layout: layout, isToneMapped: isToneMapped)
    let coding = try CoderPlan(
      wish: wish, machine: machine, format: format, compression: settings.compression, layout: layout, size: size,
      keepsAlpha: source.hasAlpha && format != .jpeg
    ).decide(&notes)
    let hasThumbnail = hasThumbnail(size)
    let parts = PartsPlan(planner: self, hasThumbnail: hasThumbnail, keepsProfile: keepsProfile).parts()
    for part in parts where part.action == .dropped {
      if settings.metadata == .strip, part.kind != .gainMap, part.kind != .otherPictures { continue }
      notes.warn("\(PartsPlan.words(part)) isn't kept: \(part.reason)")
    }
    return ImagePlan(
      format: format, size: size, turn: source.turn, layout: layout, sourceColor: source.samples,
      color: color, writesColor: !isToneMapped && writesColor(color, keepsProfile), keepsProfile: keepsProfile,
      convertsGray: source.profileSpace == .gray && !keepsProfile, isToneMapped: isToneMapped,
      alpha: !source.hasAlpha ? .none : format == .jpeg ? .flatten : .keep, compression: settings.compression,
      hasThumbnail: hasThumbnail, keepsGainMap: source.hasGainMap && format == .jpeg, metadata: settings.metadata,
      attempts: coding.attempts, refusals: coding.refusals, parts: parts, decisions: notes.decisions,
      warnings: notes.warnings, unmetWishes: unmetWishes)
  }

  /// Refuses wishes that are out of range or that a format can't meet.
  static func check(_ settings: ImageSettings, for format: ImageFormat) throws(CompressionError) {
    if case .quality(let quality) = settings.compression, !(0...1).contains(quality) {
      throw CompressionError(
        code: .invalidRequest, message: "the quality is \(quality)", remedy: "use a number from 0 to 1", stage: .request
      )
    }
    if let side = settings.longSide, !(1...65_535).contains(side) {
      throw CompressionError(
        code: .invalidRequest, message: "the longer side is \(side) pixels", remedy: "use 1 to 65535", stage: .request)
    }
    guard settings.pixelLimit > 0 else {
      throw CompressionError(
        code: .invalidRequest, message: "the limit is \(settings.pixelLimit) pixels", remedy: "use at least 1",
        stage: .request)
    }
    if format == .jpeg, settings.compression == .lossless {
      throw CompressionError(
        code: .notSupported, message: "JPEG can't keep every sample as it is",
        remedy: "use HEIC or AVIF, or a high quality", stage: .plan)
    }
    if format == .jpeg, settings.bitDepth == .ten {
      throw CompressionError(
        code: .notSupported, message: "JPEG has no samples of 10 bits", remedy: "use HEIC or AVIF", stage: .plan)
    }
  }

  /// Pixels of the result. Sides that are scaled are made even for codecs that code color in pairs.
  private var size: PixelSize {
    let shown = source.description.displaySize
    guard let bound = settings.longSide, bound < shown.longSide else { return shown }
    let scale = Double(bound) / Double(shown.longSide)
    let scaled = { (side: Int) -> Int in
      let exact = Double(side) * scale
      guard format != .jpeg, side != shown.longSide else { return max(1, Int(exact.rounded())) }
      return max(2, Int((exact / 2).rounded()) * 2)
    }
    return PixelSize(width: scaled(shown.width), height: scaled(shown.height))
  }

  private func layout(isToneMapped: Bool) throws(CompressionError) -> PixelFormat {
    let chroma = source.layout.chromaSubsampling
    if format == .jpeg {
      if chroma == .gray, source.profileSpace == nil || source.profileSpace == .gray { return Self.layout("gray", 8) }
      return Self.layout(settings.chroma == .yuv444 ? "yuv444p" : "yuv420p", 8)
    }
    let sourceDepth = isToneMapped ? 8 : source.description.bitDepth
    let depth =
      settings.bitDepth?.rawValue
      ?? (isLossless ? sourceDepth : sourceDepth > 8 && (format != .avif || writesDeepAVIF) ? 10 : 8)
    guard isLossless else { return Self.layout(settings.chroma == .yuv444 ? "yuv444p" : "yuv420p", depth) }
    guard depth <= 12, depth >= sourceDepth else {
      throw CompressionError(
        code: .notSupported, message: "\(format.rawValue.uppercased()) can't keep every sample of \(sourceDepth) bits",
        remedy: "use --depth 10 and a high quality instead", stage: .plan)
    }
    if settings.chroma == .yuv420, chroma != .yuv420, chroma != .gray {
      throw CompressionError(
        code: .notSupported, message: "color can't be reduced without loss", remedy: "leave out the wish for 4:2:0",
        stage: .plan)
    }
    return switch chroma {
    case .gray: Self.layout("gray", depth)
    case .yuv420 where settings.chroma != .yuv444: Self.layout("yuv420p", depth)
    case .yuv422 where settings.chroma != .yuv444: Self.layout("yuv422p", depth)
    case .rgb: Self.layout("gbrp", depth)
    default: Self.layout("yuv444p", depth)
    }
  }

  private static func layout(_ name: String, _ depth: Int) -> PixelFormat {
    let chroma: ChromaSubsampling =
      switch name {
      case "gray": .gray
      case "yuv420p": .yuv420
      case "yuv422p": .yuv422
      case "gbrp": .rgb
      default: .yuv444
      }
    return PixelFormat(name: depth > 8 ? "\(name)\(depth)le" : name, bitDepth: depth, chromaSubsampling: chroma)
  }

  private func color(of layout: PixelFormat, isToneMapped: Bool) -> ColorDescription {
    let said = source.description.color
    let hasProfile = source.profileSpace == .rgb
    let isSRGB = isToneMapped || source.profileSpace != nil && !hasProfile
    // Without a word about it, a picture is sRGB for every reader.
    let primaries = isSRGB || said.primaries == .unspecified && !hasProfile ? ColorPrimaries.bt709 : said.primaries
    let transfer = isSRGB || said.transfer == .unspecified && !hasProfile ? TransferCharacteristics.sRGB : said.transfer
    if layout.chromaSubsampling == .rgb {
      return ColorDescription(primaries: primaries, transfer: transfer, matrix: .rgb, range: .full)
    }
    let keepsMatrix = format != .jpeg && !isToneMapped && said.matrix != .rgb && said.matrix != .unspecified
    return ColorDescription(
      primaries: primaries, transfer: transfer, matrix: keepsMatrix ? said.matrix : .smpte170m,
      range: keepsMatrix && said.range == .limited ? .limited : .full,
      chromaLocation: format == .jpeg ? .center : .unspecified)
  }

  /// A profile goes with numbers of its own space only.
  private func keepsProfile(_ layout: PixelFormat) -> Bool {
    guard !isHDR || format != .jpeg else { return false }
    return switch source.profileSpace {
    case .rgb: true
    case .gray: layout.chromaSubsampling == .gray
    case .cmyk, .lab, .other, nil: false
    }
  }

  /// The container speaks where the source's did, and where readers would guess wrong without it. HEIC readers of macOS are
  /// known to show other colors when it speaks of sRGB, which they assume anyway.
  private func writesColor(_ color: ColorDescription, _ keepsProfile: Bool) -> Bool {
    guard format != .jpeg else { return false }
    if source.saysColor { return true }
    return !keepsProfile && (color.primaries != .bt709 || isHDR)
  }

  private func hasThumbnail(_ size: PixelSize) -> Bool {
    guard settings.metadata == .keep, source.metadata.hasThumbnail else { return false }
    // JPEG has no other place for it than Exif.
    return format == .jpeg ? source.metadata.exif != nil : size.longSide > 2 * Thumbnail.containerSide
  }

  private var unmetWishes: [String] {
    let description = source.description
    var unmet: [String] = []
    if let wish = settings.format ?? namedFormat, wish.rawValue != description.format.rawValue {
      unmet.append("format")
    }
    if let side = settings.longSide, side < description.displaySize.longSide { unmet.append("size") }
    if settings.metadata == .strip, PartsPlan.identifies(source) { unmet.append("stripped metadata") }
    if let depth = settings.bitDepth, depth.rawValue != description.bitDepth { unmet.append("bit depth") }
    if let chroma = settings.chroma, "yuv\(chroma.rawValue)" != description.chroma.rawValue { unmet.append("chroma") }
    return unmet
  }
}

/// Sizes of small versions.
enum Thumbnail {
  /// The longer side of one in the container, as phones write it.
  static let containerSide = 320
  /// The longer side of one in Exif (CIPA DC-008, 4.5.8: 160 by 120 pixels).
  static let exifSide = 160
}
