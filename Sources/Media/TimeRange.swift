/// A part of a recording's timeline, in seconds from its start; either side may be open.
public struct TimeRange: Sendable, Hashable, Codable {
  /// Where the part begins, in seconds; `nil` for the beginning of the recording.
  public let start: Double?
  /// Where the part ends (the first moment that isn't in it), in seconds; `nil` for the end of the recording.
  public let end: Double?

  /// Makes a range of two times in seconds.
  public init(start: Double? = nil, end: Double? = nil) {
    self.start = start
    self.end = end
  }
}
