import Media

/// What each container holds, as far as this version writes it.
extension Container {
  /// The kind that a source is; `nil` when it is none of ours.
  ///
  /// A file of boxes without a brand is older than brands, which makes it QuickTime. WebM counts as Matroska.
  init?(of source: ContainerDescription) {
    if source.isMatroska {
      self = .mkv
    } else if source.isISOBaseMedia {
      self = source.majorBrand.map { $0.hasPrefix("qt") } ?? true ? .mov : .mp4
    } else {
      return nil
    }
  }

  /// The kind that a path's extension asks for; `nil` when there is none or it names none of ours.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(fileExtension: String(name[name.index(after: dot)...]))
  }

  /// Whether packets of this sound codec can be copied into the container.
  func takesSound(_ codec: String) -> Bool {
    switch self {
    case .mp4: Self.soundOfMP4.contains(codec)
    case .mov: Self.soundOfQuickTime.contains(codec)
    case .mkv: Self.soundOfMatroska.contains(codec)
    }
  }

  /// Whether packets of this video codec can be copied into the container.
  func takesVideo(_ codec: String) -> Bool {
    switch self {
    case .mp4: Self.videoOfMP4.contains(codec)
    case .mov: Self.videoOfQuickTime.contains(codec)
    case .mkv: true
    }
  }

  /// Whether packets of this subtitle codec can be copied into the container.
  func takesSubtitles(_ codec: String) -> Bool {
    switch self {
    case .mp4, .mov: codec == SubtitleFormat.movText.rawValue
    case .mkv: Self.subtitlesOfMatroska.contains(codec)
    }
  }

  /// The text subtitles that others are converted to for the container.
  var ownSubtitleFormat: SubtitleFormat { isISOBaseMedia ? .movText : .subRip }

  /// Whether the container can note a turn. FFmpeg 5.1 writes no turn into Matroska.
  var canNoteOrientation: Bool { isISOBaseMedia }

  private static let soundOfMP4: Set<String> = [
    "aac", "mp3", "mp2", "ac3", "eac3", "alac", "opus", "flac",
  ]
  private static let soundOfQuickTime: Set<String> = [
    "aac", "mp3", "mp2", "ac3", "eac3", "alac", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le",
    "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_u8", "pcm_s8", "pcm_alaw", "pcm_mulaw",
  ]
  private static let soundOfMatroska: Set<String> = [
    "aac", "mp3", "mp2", "ac3", "eac3", "dts", "truehd", "mlp", "flac", "opus", "vorbis", "alac", "tta", "wavpack",
    "pcm_u8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le",
    "pcm_f64le",
  ]
  private static let videoOfMP4: Set<String> = [
    "h264", "hevc", "av1", "vp9", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg",
  ]
  // FFmpeg 5.1 refuses AV1 and VP9 in QuickTime.
  private static let videoOfQuickTime: Set<String> = [
    "h264", "hevc", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg", "prores", "dvvideo", "dnxhd",
  ]
  private static let subtitlesOfMatroska: Set<String> = [
    "subrip", "ass", "ssa", "webvtt", "hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle",
  ]
}
