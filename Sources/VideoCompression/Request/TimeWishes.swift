public import Media

/// A part of the source that is shown faster or slower.
public struct SpeedChange: Sendable, Hashable, Codable {
  /// The part, in seconds of the source's timeline (before a trim); open sides reach to the beginning and end.
  public let range: TimeRange
  /// How many times as fast, from 1/4 to 4.
  public let speed: Rational

  /// Makes a change of a part, or of the whole.
  public init(_ speed: Rational, in range: TimeRange = TimeRange()) {
    self.range = range
    self.speed = speed
  }
}

/// What becomes of the pitch of sound that is played faster or slower.
public enum PitchPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// It stays.
  case keep
  /// It rises and falls with the speed, as on a tape.
  case follow
}

/// What is shown between the frames of slow motion.
public enum FrameInterpolation: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing: each frame is shown for longer.
  case none
  /// New frames in which what moves is half-way, at the source's rate. Slow to make.
  case motion
}

/// An entry of the file's metadata that replaces the source's of the same key or is added.
public struct MetadataEntry: Sendable, Hashable, Codable {
  /// The key in FFmpeg's spelling, such as `title`, `creation_time` or `location`.
  public let key: String
  /// The value; empty to leave the source's entry out.
  public let value: String

  /// Makes an entry.
  public init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

/// What happens when a stream of the source can't be kept.
public enum StreamLossPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is left out, and the report says why.
  case tell
  /// The job is refused before work begins.
  case refuse
}
