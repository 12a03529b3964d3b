internal import Media

/// Where a moment of subtitles lies on the result's timeline: the one place that knows how the source's becomes it.
struct SubtitleClock: Sendable {
  private let map: TimelineMap
  private let zero: Int64

  /// - Parameters:
  ///   - timeline: How the source's timeline becomes the result's.
  ///   - zero: The moment of the source's timeline that the subtitles' zero stands at, in seconds.
  init(_ timeline: TimelinePlan, zero: Double) {
    map = TimelineMap(timeline, timeBase: Rational(1, 1_000_000))
    self.zero = Timestamp.ticks(seconds: zero, in: map.timeBase)
  }

  /// Seconds on the result's timeline, negative before it, of microseconds on the subtitles' own.
  func seconds(_ microseconds: Int64) -> Double {
    Timestamp.seconds(map.result(microseconds + zero, in: map.timeBase), in: map.timeBase)
  }
}
