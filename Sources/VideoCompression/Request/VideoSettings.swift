public import Media

/// Wishes for the picture. Reads as a sentence: `.video(.hevc, longSide: 1280).bitRate(.megabits(1.5))`.
public struct VideoSettings: Sendable, Hashable, Codable {
  /// The codec; `nil` lets Swage choose (HEVC where it can).
  public private(set) var codec: VideoCodec?
  /// The subset of the codec that a player has to know; `nil` chooses by the picture.
  public private(set) var profile: CodecProfile?
  /// What a player has to be able to decode a second; `nil` lets the encoder write the lowest that holds.
  public private(set) var level: CodecLevel?
  /// What decides how much data a picture gets.
  public private(set) var rateControl: RateControl = .quality(0.7)
  /// Whether the caller said what decides how much data a picture gets; what it didn't say may be adjusted to the film.
  public private(set) var isRateGiven = false
  /// What an average bit rate may become because of the source's.
  public private(set) var bitRatePolicy: BitRatePolicy = .upToSource
  /// How much work the encoder puts into each picture.
  public private(set) var speed: SpeedPreset = .balanced
  /// The size of the displayed picture.
  public private(set) var size: Sizing = .source
  /// Whether a turn stays a note in the file or is done to the pixels.
  public private(set) var rotation: RotationPolicy = .keep
  /// The longest distance between keyframes, in frames (1 or more); `nil` lets the encoder choose.
  public private(set) var keyframeInterval: Int?
  /// When frames are shown, and which.
  public private(set) var frameRate: FrameRatePolicy = .source
  /// How strongly noise is filtered out.
  public private(set) var noiseReduction: NoiseReduction = .off
  /// Whether brightness is stretched to the whole range.
  public private(set) var levels: LevelsPolicy = .keep
  /// Whether the encoder's settings follow from what is seen in the film.
  public private(set) var content: ContentPolicy = .ignore
  /// What becomes of the film's dynamic range and colors.
  public private(set) var color: ColorPolicy = .automatic
  /// A picture that is drawn into every frame; `nil` for none.
  public private(set) var watermark: Watermark?
  /// Subtitles that become a part of the picture; `nil` for none.
  public private(set) var burnedSubtitles: SubtitleSource?
  /// Options of the encoder by its own names, such as `aq-mode`; checked before work begins.
  public private(set) var encoderOptions: [String: String] = [:]

  /// Every wish left to Swage: HEVC, quality 0.7, the source's size and timing.
  public static let automatic = VideoSettings()

  /// Wishes that begin with a codec and, if given, an upper bound of the displayed picture's longer side in pixels.
  public static func video(_ codec: VideoCodec? = nil, longSide: Int? = nil) -> VideoSettings {
    var settings = VideoSettings()
    settings.codec = codec
    if let longSide { settings.size = .longSide(longSide) }
    return settings
  }

  /// The same wishes with another codec; `nil` lets Swage choose.
  public func codec(_ codec: VideoCodec?) -> Self { changed { $0.codec = codec } }
  /// The same wishes with a subset of the codec and, if given, a level.
  public func profile(_ profile: CodecProfile, level: CodecLevel? = nil) -> Self {
    changed {
      $0.profile = profile
      $0.level = level ?? $0.level
    }
  }
  /// The same wishes with a level.
  public func level(_ level: CodecLevel) -> Self { changed { $0.level = level } }
  /// The same wishes with a constant quality from 0 (smallest) to 1 (best).
  public func quality(_ quality: Double) -> Self { rate(.quality(quality)) }
  /// The same wishes with an average bit rate.
  public func bitRate(_ rate: BitRate) -> Self { self.rate(.bitRate(rate)) }
  /// The same wishes with an average bit rate, and another rule for what it may become because of the source's.
  public func bitRate(_ rate: BitRate, _ policy: BitRatePolicy) -> Self {
    self.rate(.bitRate(rate)).changed { $0.bitRatePolicy = policy }
  }
  /// The same wishes with a size in bytes that the whole file doesn't exceed.
  public func targetSize(bytes: Int64) -> Self { rate(.targetSize(bytes: bytes)) }
  /// The same wishes with another encoder effort.
  public func speed(_ preset: SpeedPreset) -> Self { changed { $0.speed = preset } }
  /// The same wishes with an upper bound of the displayed picture's longer side, in pixels.
  public func longSide(_ pixels: Int) -> Self { changed { $0.size = .longSide(pixels) } }
  /// The same wishes with an upper bound of the displayed picture's shorter side, in pixels.
  public func shortSide(_ pixels: Int) -> Self { changed { $0.size = .shortSide(pixels) } }
  /// The same wishes with exactly this displayed size, in pixels.
  public func size(width: Int, height: Int, _ mode: ScaleMode = .fit) -> Self {
    changed { $0.size = .exactly(PixelSize(width: width, height: height), mode) }
  }
  /// The same wishes with a displayed width, height or both in pixels; a side that is `nil` keeps the shape.
  public func scale(width: Int?, height: Int?) -> Self { changed { $0.size = .scaled(width: width, height: height) } }
  /// The same wishes with another size.
  public func size(_ sizing: Sizing) -> Self { changed { $0.size = sizing } }
  /// The same wishes with another treatment of rotation.
  public func rotation(_ policy: RotationPolicy) -> Self { changed { $0.rotation = policy } }
  /// The same wishes with a longest distance between keyframes, in frames.
  public func keyframeInterval(_ frames: Int) -> Self { changed { $0.keyframeInterval = frames } }
  /// The same wishes with exactly this many frames a second: frames are repeated and dropped, and the last one fills
  /// the rest.
  public func fps(_ rate: Rational) -> Self { changed { $0.frameRate = .constant(rate) } }
  /// The same wishes with exactly this whole number of frames a second.
  public func fps(_ rate: Int) -> Self { fps(Rational(Int32(clamping: rate), 1)) }
  /// The same wishes with at most this many frames a second: frames are dropped, and times of kept ones don't move.
  public func maximumFPS(_ rate: Rational, by reduction: FrameReduction = .evenly) -> Self {
    changed { $0.frameRate = .atMost(rate, reduction) }
  }
  /// The same wishes with at most this whole number of frames a second.
  public func maximumFPS(_ rate: Int, by reduction: FrameReduction = .evenly) -> Self {
    maximumFPS(Rational(Int32(clamping: rate), 1), by: reduction)
  }
  /// The same wishes with another rule for when frames are shown.
  public func frameRate(_ policy: FrameRatePolicy) -> Self { changed { $0.frameRate = policy } }
  /// The same wishes with noise filtered out.
  public func noiseReduction(_ strength: NoiseReduction) -> Self { changed { $0.noiseReduction = strength } }
  /// The same wishes with another treatment of brightness.
  public func levels(_ policy: LevelsPolicy) -> Self { changed { $0.levels = policy } }
  /// The same wishes with another use of what is seen in the film.
  public func content(_ policy: ContentPolicy) -> Self { changed { $0.content = policy } }
  /// The same wishes with another treatment of dynamic range and colors.
  public func color(_ policy: ColorPolicy) -> Self { changed { $0.color = policy } }
  /// The same wishes with a picture drawn into every frame.
  public func watermark(_ watermark: Watermark) -> Self { changed { $0.watermark = watermark } }
  /// The same wishes with subtitles that become a part of the picture.
  public func burnedSubtitles(_ source: SubtitleSource) -> Self { changed { $0.burnedSubtitles = source } }
  /// The same wishes with an option of the encoder, by its own name.
  public func encoderOption(_ name: String, _ value: String) -> Self { changed { $0.encoderOptions[name] = value } }

  private func rate(_ control: RateControl) -> Self {
    changed {
      $0.rateControl = control
      $0.isRateGiven = true
    }
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// What decides how much data a picture gets.
public enum RateControl: Sendable, Hashable, Codable {
  /// The same quality all along, from 0 (smallest) to 1 (best); 0.7 is what most people can't tell from the source.
  case quality(Double)
  /// An average over the whole recording.
  case bitRate(BitRate)
  /// A size that the whole file, with sound and everything else in it, doesn't exceed.
  case targetSize(bytes: Int64)
}

/// What an average bit rate may become because of the source's, which a result gains nothing by exceeding.
public enum BitRatePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Never above the source's; not below 50 kbit/s for that reason.
  case upToSource
  /// Up to 1.2 times the source's as asked, else 0.8 times the source's; not below 50 kbit/s for that reason.
  case belowSource
  /// As asked, whatever the source has.
  case exact
}

/// How much work an encoder puts into each picture; each backend maps it to its own presets.
public enum SpeedPreset: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Least work, largest file.
  case fastest
  /// Little work.
  case fast
  /// The usual choice.
  case balanced
  /// More work, smaller file.
  case slow
  /// Most work, smallest file.
  case slowest

  /// Whether one is less work than another.
  public static func < (a: SpeedPreset, b: SpeedPreset) -> Bool {
    (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
  }
}

/// The size of the displayed picture. Sides are made even.
public enum Sizing: Sendable, Hashable, Codable {
  /// The source's size.
  case source
  /// The longer side has at most this many pixels; the shape is kept and nothing is enlarged.
  case longSide(Int)
  /// The shorter side has at most this many pixels; the shape is kept and nothing is enlarged.
  case shortSide(Int)
  /// Exactly this size, which may be larger than the source's.
  case exactly(PixelSize, ScaleMode)
  /// This width and height, which may be larger than the source's; a side that is `nil` keeps the shape.
  case scaled(width: Int?, height: Int?)
}

/// How a picture of one shape is put into a frame of another.
public enum ScaleMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// The whole picture inside, with black bars beside it or above and below.
  case fit
  /// The whole frame covered, with what doesn't fit cut off evenly at both ends.
  case fill
  /// The picture distorted to the frame.
  case stretch
}

/// What happens to a turn that the source notes.
public enum RotationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The note is kept and the pixels stay as they are.
  case keep
  /// The pixels are turned and the note is dropped.
  case bake
}
