public import Media

/// Wishes for the picture. Reads as a sentence: `.video(.hevc, longSide: 1280).bitRate(.megabits(1.5))`.
public struct VideoSettings: Sendable, Hashable, Codable {
  /// The codec; `nil` lets Swage choose (HEVC where it can).
  public private(set) var codec: VideoCodec?
  /// What decides how much data a picture gets.
  public private(set) var rateControl: RateControl = .quality(0.7)
  /// How much work the encoder puts into each picture.
  public private(set) var speed: SpeedPreset = .balanced
  /// The upper bound of the displayed picture; never enlarges.
  public private(set) var size: SizeLimit = .source
  /// Whether a turn stays a note in the file or is done to the pixels.
  public private(set) var rotation: RotationPolicy = .keep
  /// The longest distance between keyframes, in frames (1 or more); `nil` lets the encoder choose.
  public private(set) var keyframeInterval: Int?

  /// Every wish left to Swage: HEVC, quality 0.7, the source's size and timing.
  public static let automatic = VideoSettings()

  /// Wishes that begin with a codec and, if given, an upper bound of the displayed picture's longer side in pixels.
  public static func video(_ codec: VideoCodec? = nil, longSide: Int? = nil) -> VideoSettings {
    var settings = VideoSettings()
    settings.codec = codec
    if let longSide { settings.size = .longSide(longSide) }
    return settings
  }

  /// The same wishes with a constant quality from 0 (smallest) to 1 (best).
  public func quality(_ quality: Double) -> Self { changed { $0.rateControl = .quality(quality) } }
  /// The same wishes with an average bit rate.
  public func bitRate(_ rate: BitRate) -> Self { changed { $0.rateControl = .bitRate(rate) } }
  /// The same wishes with another encoder effort.
  public func speed(_ preset: SpeedPreset) -> Self { changed { $0.speed = preset } }
  /// The same wishes with an upper bound of the displayed picture's longer side, in pixels.
  public func longSide(_ pixels: Int) -> Self { changed { $0.size = .longSide(pixels) } }
  /// The same wishes with an upper bound of the displayed picture's shorter side, in pixels.
  public func shortSide(_ pixels: Int) -> Self { changed { $0.size = .shortSide(pixels) } }
  /// The same wishes with another treatment of rotation.
  public func rotation(_ policy: RotationPolicy) -> Self { changed { $0.rotation = policy } }
  /// The same wishes with a longest distance between keyframes, in frames.
  public func keyframeInterval(_ frames: Int) -> Self { changed { $0.keyframeInterval = frames } }

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

/// An upper bound of the displayed picture. Sides are made even; the shape is kept; nothing is enlarged.
public enum SizeLimit: Sendable, Hashable, Codable {
  /// The source's size.
  case source
  /// The longer side has at most this many pixels.
  case longSide(Int)
  /// The shorter side has at most this many pixels.
  case shortSide(Int)
}

/// What happens to a turn that the source notes.
public enum RotationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The note is kept and the pixels stay as they are.
  case keep
  /// The pixels are turned and the note is dropped.
  case bake
}
