internal import Media

/// Moves time stamps of one stream from the source's timeline to the result's, in ticks of the stream's time base.
struct TimelineMap: Sendable {
  /// Seconds a tick.
  let timeBase: Rational
  /// The tick that becomes 0.
  let origin: Int64
  /// The first tick that is kept; `nil` for all from the beginning.
  let start: Int64?
  /// The first tick that isn't kept any more; `nil` for all to the end.
  let end: Int64?
  private let clock: TimelineClock

  init(_ plan: TimelinePlan, timeBase: Rational) {
    self.timeBase = timeBase
    origin = Timestamp.ticks(seconds: plan.origin, in: timeBase)
    start = plan.start.map { Timestamp.ticks(seconds: $0, in: timeBase) }
    end = plan.end.map { Timestamp.ticks(seconds: $0, in: timeBase) }
    clock = TimelineClock(plan)
  }

  /// Whether something is shown faster or slower.
  var changesSpeed: Bool { clock.changesSpeed }

  /// When a tick is shown, in ticks of another time base on the result's timeline.
  func result(_ tick: Int64, in target: Rational) -> Int64 {
    guard clock.changesSpeed else { return Timestamp.rescale(tick - origin, from: timeBase, to: target) }
    return clock.result(tick, of: timeBase, in: target)
  }

  /// As above, of a tick that counts in a time base of its own.
  func result(_ tick: Int64, of base: Rational, in target: Rational) -> Int64 {
    guard clock.changesSpeed else {
      return Timestamp.rescale(tick, from: base, to: target) - Timestamp.rescale(origin, from: timeBase, to: target)
    }
    return clock.result(tick, of: base, in: target)
  }

  /// Whether something that begins at a tick and lasts some ticks has a part within the range.
  func overlaps(_ time: Int64, duration: Int64) -> Bool {
    if let start, time + max(duration, 1) <= start { return false }
    if let end, time >= end { return false }
    return true
  }

  /// Whether a tick lies behind the range.
  func isPast(_ time: Int64) -> Bool { end.map { time >= $0 } ?? false }
}
