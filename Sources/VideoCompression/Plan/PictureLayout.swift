import Media

/// How samples are laid out and what they mean when they reach the encoder.
struct PictureLayout {
  /// How they are laid out.
  let format: PixelFormat
  /// What they mean.
  let color: ColorDescription

  /// Whether a picture is of high dynamic range, by its transfer or by what else is known of it.
  static func isHDR(_ video: VideoDescription) -> Bool {
    video.color.transfer == .pq || video.color.transfer == .hlg || video.hdr.kind != .sdr
  }

  /// Bits a sample that an encoder has to carry so that nothing of the picture that matters is lost.
  static func bitDepth(
    of video: VideoDescription, as codec: VideoCodec, profile: CodecProfile?, conversion: ColorConversion?
  ) -> Int {
    switch profile {
    case .main10: return 10
    case .baseline, .main, .high: return 8
    case nil: break
    }
    if let conversion { return conversion.isToStandardRange ? 8 : 10 }
    switch codec {
    case .h264: return 8
    case .hevc: return (video.pixelFormat?.bitDepth ?? 8) > 8 || isHDR(video) ? 10 : 8
    }
  }

  /// The layout and meaning of a film's samples in a codec.
  init(
    of video: VideoDescription, as codec: VideoCodec, profile: CodecProfile?, conversion: ColorConversion?,
    notes: inout PlanNotes
  ) {
    let depth = Self.bitDepth(of: video, as: codec, profile: profile, conversion: conversion)
    format = depth == 10 ? .yuv420p10 : .yuv420p
    if let conversion {
      color = conversion.target
    } else {
      color = Self.color(of: video, notes: &notes)
      Self.noteDepth(of: video, becoming: format.bitDepth, as: codec, notes: &notes)
    }
    Self.noteLosses(of: video, notes: &notes)
  }

  /// Whether decoded frames have to be laid out anew. Full range is in the color, so the name that also says it
  /// means the same layout.
  func needsConversion(from source: PixelFormat?) -> Bool {
    guard let source else { return true }
    return source.name != format.name && !(source == .yuvj420p && format == .yuv420p)
  }

  private static func color(of video: VideoDescription, notes: inout PlanNotes) -> ColorDescription {
    let color = video.color
    if video.pixelFormat?.chromaSubsampling == .rgb {
      let matrix = matrix(forRGB: video)
      notes.decide(
        "color", "matrix \(matrix), limited range",
        because: "the source is stored as red, green and blue, which the codec's 4:2:0 can't hold")
      return color.replacing(matrix: matrix, range: .limited)
    }
    if color.matrix == .rgb {
      notes.decide(
        "color", "matrix unspecified", because: "the source names the matrix of red, green and blue, but has 4:2:0")
      return color.replacing(matrix: .unspecified, range: color.range)
    }
    return color
  }

  private static func matrix(forRGB video: VideoDescription) -> MatrixCoefficients {
    if video.color.primaries == .bt2020 { return .bt2020NonConstant }
    return video.size.height >= 720 ? .bt709 : .smpte170m
  }

  private static func noteDepth(
    of video: VideoDescription, becoming depth: Int, as codec: VideoCodec, notes: inout PlanNotes
  ) {
    guard let source = video.pixelFormat?.bitDepth else {
      notes.decide("bit depth", "\(depth)", because: "the source's pixel format is unknown")
      return
    }
    if source > depth {
      let reason =
        codec == .hevc && depth == 8
        ? "the profile Main has no more; the source's \(source) are dithered"
        : codec == .h264
          ? "players of H.264 take 8 bits; the source's \(source) are dithered"
          : "the source has \(source), players of HEVC take at most 10"
      notes.decide("bit depth", "\(depth)", because: reason)
    } else if source < depth, source <= 8, !isHDR(video) {
      notes.decide("bit depth", "\(depth)", because: "the profile Main 10 was asked for")
    } else if source < depth, source <= 8 {
      notes.decide(
        "bit depth", "\(depth)", because: "high dynamic range shows bands in the source's \(source) bits when encoded")
    } else if source < depth {
      notes.decide("bit depth", "\(depth)", because: "the source has \(source), which the codec's usual profiles lack")
    }
  }

  private static func noteLosses(of video: VideoDescription, notes: inout PlanNotes) {
    switch video.pixelFormat?.chromaSubsampling {
    case .yuv422, .yuv444, .yuv411, .yuv440, .yuv410, .rgb:
      notes.decide("chroma", "4:2:0", because: "players of H.264 and HEVC take 4:2:0; the source is laid out otherwise")
    case .gray:
      notes.decide("chroma", "4:2:0", because: "players of H.264 and HEVC take 4:2:0; the source has no chroma")
    case .yuv420, nil:
      break
    }
    if video.hasAlpha || video.pixelFormat?.hasAlpha == true {
      notes.decide("transparency", "dropped", because: "H.264 and HEVC as players take them have none")
    }
  }
}

extension ColorDescription {
  fileprivate func replacing(matrix: MatrixCoefficients, range: ColorRange) -> ColorDescription {
    ColorDescription(
      primaries: primaries, transfer: transfer, matrix: matrix, range: range, chromaLocation: chromaLocation)
  }
}
