public import Media

/// A part of what is kept, shown at one speed.
public struct SpeedSegment: Sendable, Hashable, Codable {
  /// Where it begins on the source's timeline, in seconds.
  public let start: Double
  /// Where it ends on the source's timeline, in seconds.
  public let end: Double
  /// How many times as fast it is shown.
  public let speed: Rational

  package init(start: Double, end: Double, speed: Rational) {
    self.start = start
    self.end = end
    self.speed = speed
  }
}

extension TimelinePlan {
  /// Whether some of it is shown faster or slower.
  public var changesSpeed: Bool { !speed.isEmpty }

  /// The one speed of all that is kept; `nil` when parts differ.
  var uniformSpeed: Rational? {
    guard let first = speed.first else { return Rational(1, 1) }
    return speed.count == 1 ? first.speed : nil
  }

  /// Seconds of the source that are kept.
  var sourceDuration: Double {
    speed.isEmpty ? duration : speed.reduce(0) { $0 + ($1.end - $1.start) }
  }

  /// Seconds of the source in a second of the result, on average.
  var pace: Double { duration > 0 && changesSpeed ? sourceDuration / duration : 1 }
}
