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
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - codec: The result's codec.
  ///   - size: The result's stored size.
  ///   - profile: The profile that is asked for.
  ///   - conversion: How high dynamic range is brought to another system; `nil` where it is kept.
  ///   - notes: Takes what is decided.
  init(
    of film: Film, as codec: VideoCodec, size: PixelSize, profile: CodecProfile?, conversion: ColorConversion?,
    notes: inout PlanNotes
  ) {
    let video = film.video
    let depth = Self.bitDepth(of: video, as: codec, profile: profile, conversion: conversion)
    format = depth == 10 ? .yuv420p10 : .yuv420p
    if let conversion {
      color = conversion.target
    } else {
      color = Self.color(of: film, at: size, notes: &notes)
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

  private static func color(of film: Film, at size: PixelSize, notes: inout PlanNotes) -> ColorDescription {
    var color = film.video.color
    if film.video.pixelFormat?.chromaSubsampling == .rgb {
      // A source may name the matrix that it is meant for; BT.2020 with constant luminance needs more than a matrix.
      if ![1, 4, 5, 6, 7, 9].contains(color.matrix.rawValue) {
        color.matrix = color.primaries == .bt2020 ? .bt2020NonConstant : AssumedMatrix.matrix(for: film.video.size)
      }
      color.range = .limited
      notes.decide(
        "color", "matrix \(color.matrix), limited range",
        because: "the source is stored as red, green and blue, which the codec's 4:2:0 can't hold")
    } else {
      if color.matrix == .rgb {
        color.matrix = .unspecified
        notes.decide(
          "color", "matrix unspecified", because: "the source names the matrix of red, green and blue, but has 4:2:0")
      }
      keepAssumedMatrix(of: film.video, at: size, in: &color, notes: &notes)
      keepAssumedRange(of: film, in: &color, notes: &notes)
    }
    placeChroma(of: film.video, in: &color, notes: &notes)
    return color
  }

  /// A film without a matrix stays so, unless players would take the result for another than the source.
  private static func keepAssumedMatrix(
    of video: VideoDescription, at size: PixelSize, in color: inout ColorDescription, notes: inout PlanNotes
  ) {
    guard color.matrix == .unspecified, color.primaries != .bt2020, !isHDR(video),
      video.pixelFormat?.chromaSubsampling != .gray, AssumedMatrix.changes(from: video.size, to: size)
    else { return }
    color.matrix = AssumedMatrix.matrix(for: video.size)
    notes.decide(
      "color", "matrix \(color.matrix)",
      because: "the source names none, and players that go by the size would take \(size) for another than "
        + "\(video.size)")
  }

  /// Gray of codecs that can't tell a range is full, as the tools that make it and FFmpeg have it; that of codecs with a
  /// word for it is limited where the word is missing.
  private static func keepAssumedRange(of film: Film, in color: inout ColorDescription, notes: inout PlanNotes) {
    guard color.range == .unspecified, film.video.pixelFormat?.chromaSubsampling == .gray,
      !["h264", "hevc", "vp9", "av1"].contains(film.stream.codec)
    else { return }
    color.range = .full
    notes.decide("color", "full range", because: "the source is gray without a word on range, in a codec that has none")
  }

  /// Chroma of 4:2:0 stays where it is; that of other layouts comes to where players look for it.
  private static func placeChroma(
    of video: VideoDescription, in color: inout ColorDescription, notes: inout PlanNotes
  ) {
    switch video.pixelFormat?.chromaSubsampling {
    case .yuv420, nil: break
    case .gray: color.chromaLocation = .unspecified
    case .yuv422, .yuv444, .yuv411, .yuv440, .yuv410, .rgb:
      color.chromaLocation = .left
      notes.decide(
        "chroma location", ChromaLocation.left.rawValue, because: "that is where players look for the chroma of 4:2:0")
    }
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
