/// A video codec that Swage encodes.
public enum VideoCodec: String, Sendable, Hashable, Codable, CaseIterable {
  /// ITU-T H.264, also known as AVC.
  case h264
  /// ITU-T H.265, also known as HEVC.
  case hevc
}

/// A sound codec that Swage encodes.
public enum AudioCodec: String, Sendable, Hashable, Codable, CaseIterable {
  /// AAC-LC of ISO/IEC 14496-3.
  case aac
  /// HE-AAC: AAC-LC with spectral band replication, for 24 to 64 kbit/s.
  case heAAC = "he-aac"
  /// HE-AAC version 2: stereo as one channel and its parameters, for 16 to 40 kbit/s.
  case heAACv2 = "he-aac-v2"
  /// MPEG-1 and MPEG-2 Audio Layer III of ISO/IEC 11172-3 and 13818-3.
  case mp3
  /// Opus of RFC 6716.
  case opus
}

/// A kind of file that holds streams.
public enum Container: String, Sendable, Hashable, Codable, CaseIterable {
  /// MP4 of ISO/IEC 14496-14.
  case mp4
  /// Apple's QuickTime File Format.
  case mov
  /// Matroska of RFC 9559.
  case mkv

  /// The container that a file name's extension asks for; `nil` when the extension names none of ours.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "mp4", "m4v": self = .mp4
    case "mov", "qt": self = .mov
    case "mkv": self = .mkv
    default: return nil
    }
  }

  /// Whether the file is made of the boxes of ISO/IEC 14496-12 (or of QuickTime, their ancestor).
  public var isISOBaseMedia: Bool { self != .mkv }
}

/// What a stream carries.
public enum StreamKind: String, Sendable, Hashable, Codable {
  /// Pictures in time, or a cover picture.
  case video
  /// Sound.
  case audio
  /// Subtitles, as text or as pictures.
  case subtitle
  /// Timed data: telemetry, time codes, positions of faces.
  case data
  /// A file within the file, such as a font.
  case attachment
}
