public import FoundationEssentials
public import Media

/// A subset of a codec that a player has to know.
public enum CodecProfile: String, Sendable, Hashable, Codable, CaseIterable {
  /// Constrained Baseline of H.264 (ITU-T H.264 A.2.1.1): for the oldest players.
  case baseline
  /// Main of H.264 or HEVC: 8 bits a sample.
  case main
  /// High of H.264: 8 bits a sample.
  case high
  /// Main 10 of HEVC: 10 bits a sample.
  case main10
}

/// What a player has to be able to decode a second: `4.1` of ITU-T H.264 table A-1 and H.265 table A.8.
public struct CodecLevel: Sendable, Hashable, Codable, Comparable {
  /// The number before the point, 1 to 6.
  public let major: Int
  /// The number behind the point, 0 to 3.
  public let minor: Int

  /// Makes a level such as 4.1 of its two numbers.
  public init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  public static func < (a: CodecLevel, b: CodecLevel) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}

/// When frames are shown, and which.
public enum FrameRatePolicy: Sendable, Hashable, Codable {
  /// The source's frames at the source's times, also when these vary.
  case source
  /// Exactly this many frames a second: frames are repeated and dropped, and the last one fills the rest.
  case constant(Rational)
  /// At most this many frames a second on average: frames are dropped, and times of kept ones don't move.
  case atMost(Rational, FrameReduction)
}

/// Which frames are kept when there are too many.
public enum FrameReduction: Sendable, Hashable, Codable {
  /// Those nearest to evenly spaced moments.
  case evenly
  /// One of each of equally long parts, by chance; the first frame always. The same seed chooses the same frames.
  case randomly(seed: UInt64)
  /// Those where the picture is cut, and of the others more where more moves.
  case sceneAware
}

/// How strongly noise is filtered out. The film's own noise is measured, so a clean film is left as it is.
public enum NoiseReduction: String, Sendable, Hashable, Codable, CaseIterable {
  /// Not at all.
  case off
  /// So that fine detail isn't touched.
  case low
  /// The usual choice for films taken in little light.
  case medium
  /// So that little noise is left, at the cost of fine detail.
  case high
}

/// Whether brightness is stretched to the whole range.
public enum LevelsPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Brightness stays as it is.
  case keep
  /// The darkest and brightest parts of the film become black and white. Films of high dynamic range stay as they are.
  case automatic
}

/// Whether the encoder's settings follow from what is seen in the film.
public enum ContentPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// They don't.
  case ignore
  /// Samples of the film are decoded beforehand: how much moves and whether it is a recording of a screen adjusts the
  /// distance of keyframes, the encoder's tuning and the quality. The report says what was found and changed.
  case analyze
}

/// What becomes of a film's dynamic range and colors.
public enum ColorPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// High dynamic range is kept where the codec carries it (HEVC), else brought to the standard range.
  case automatic
  /// Kept, or the job is refused.
  case preserve
  /// Brought to the standard range of ITU-R BT.709.
  case sdr
  /// Brought to hybrid log-gamma of ITU-R BT.2100, in 10 bits of HEVC. A film of the standard range stays as it is.
  case hlg
  /// Brought to the perceptual quantizer of ITU-R BT.2100, in 10 bits of HEVC. A film of the standard range stays as it is.
  case pq
}

/// A picture that is drawn into every frame.
public struct Watermark: Sendable, Hashable, Codable {
  /// Where in the displayed frame it stands.
  public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
    case center
  }

  /// A PNG, JPEG or other picture that FFmpeg decodes; transparency is kept.
  public let image: URL
  /// Where in the displayed frame it stands, a little away from the edge.
  public let position: Position
  /// How much of it is seen, from 0 (nothing) to 1 (all that the picture itself lets be seen).
  public let opacity: Double

  /// Makes a watermark of a picture in its own size; one that is larger than the frame is scaled down to it.
  public init(_ image: URL, position: Position = .bottomRight, opacity: Double = 1) {
    self.image = image
    self.position = position
    self.opacity = opacity
  }
}

/// Where subtitles that become a part of the picture come from.
public enum SubtitleSource: Sendable, Hashable, Codable {
  /// The source's subtitle track of this number, from 1.
  case track(Int)
  /// A file of subtitles, such as SubRip, WebVTT or Advanced SubStation Alpha.
  case file(URL)
}
