internal import FFmpeg
internal import Media

/// Gives decoded frames their times on the result's timeline and leaves out those outside the range.
struct FramePacing {
  let map: TimelineMap
  let target: Rational
  /// The rate whose multiples times are brought back to.
  let exactRate: Rational?
  /// Seconds a tick of a clock that meets these multiples.
  private let exactBase: Rational

  /// The first frame's time, from which multiples count.
  private var base: Int64?
  private var lastTime: Int64?
  private var lastSourceTime: Int64?
  private var lastDuration: Int64
  /// The frame that is on screen when the range begins, should none begin with it.
  private var waiting: Frame?
  /// Whether a frame at or behind the end of the range was seen.
  private(set) var isPastEnd = false

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - map: The way from the source's timeline to the result's.
  ///   - target: Seconds a tick of the frames' new times.
  ///   - frameRate: The stream's rate, which places frames that have no time.
  ///   - exactRate: The rate whose multiples times are brought back to; `nil` to keep each time.
  init(map: TimelineMap, target: Rational, frameRate: Rational, exactRate: Rational?) {
    self.map = map
    self.target = target
    self.exactRate = exactRate
    exactBase = exactRate.map(FrameTiming.timeBase(ofMultiplesOf:)) ?? target
    lastDuration = max(1, Timestamp.rescale(1, from: frameRate.inverse, to: map.timeBase))
  }

  /// Takes a frame in order of presentation.
  ///
  /// - Returns: The frames that are ready for the next stage.
  mutating func add(_ frame: Frame) -> [Frame] {
    let time = sourceTime(of: frame)
    if frame.duration > 0 { lastDuration = frame.duration }
    lastSourceTime = time
    if map.isPast(time) {
      isPastEnd = true
      return finish()
    }
    if let start = map.start, time < start {
      waiting = frame
      return []
    }
    var ready: [Frame] = []
    if let start = map.start, let held = waiting, showsLongBefore(time, start: start) {
      ready.append(placed(held, at: start, duration: time - start))
    }
    waiting = nil
    ready.append(placed(frame, at: time, duration: frame.duration))
    return ready
  }

  /// The frame that is still held when no further one comes: the only one that the range shows.
  mutating func finish() -> [Frame] {
    guard let held = waiting.take(), let start = map.start else { return [] }
    return [placed(held, at: start, duration: max((map.end ?? start + lastDuration) - start, 1))]
  }

  /// Whether nothing would be shown for noticeably longer than a frame at the beginning of the range.
  private func showsLongBefore(_ time: Int64, start: Int64) -> Bool {
    Timestamp.seconds(time - start, in: map.timeBase) > max(0.05, Timestamp.seconds(lastDuration, in: map.timeBase))
  }

  private func sourceTime(of frame: Frame) -> Int64 {
    frame.bestEffortTime ?? frame.presentationTime ?? lastSourceTime.map { $0 + lastDuration } ?? map.origin
  }

  /// The multiple that a time of the source is the rounding of, in ticks of ``exactBase``; `nil` when it isn't one.
  private mutating func exactTime(_ time: Int64) -> Int64? {
    guard let exactRate else { return nil }
    let first = base ?? time
    base = first
    let distance = time - first
    let frame = Timestamp.rescale(distance, from: map.timeBase, to: exactRate.inverse)
    guard abs(Timestamp.rescale(frame, from: exactRate.inverse, to: map.timeBase) - distance) <= 1 else { return nil }
    return Timestamp.rescale(first, from: map.timeBase, to: exactBase)
      + Timestamp.rescale(frame, from: exactRate.inverse, to: exactBase)
  }

  private mutating func placed(_ frame: Frame, at time: Int64, duration: Int64) -> Frame {
    let exact = exactTime(time)
    let shown = exact.map { map.result($0, of: exactBase, in: target) } ?? map.result(time, in: target)
    // A range may begin between two ticks; encoders and containers want times that rise, so that two frames at the same
    // moment are a tick apart.
    var ticks = map.start == nil ? shown : max(shown, 0)
    if let lastTime, ticks <= lastTime { ticks = lastTime + 1 }
    lastTime = ticks
    let length = map.end.map { min(duration, $0 - time) } ?? duration
    frame.presentationTime = ticks
    if let exact, length == duration, let exactRate {
      let end = exact + Timestamp.rescale(1, from: exactRate.inverse, to: exactBase)
      frame.duration = map.result(end, of: exactBase, in: target) - shown
    } else {
      frame.duration = length > 0 ? map.result(time + length, in: target) - map.result(time, in: target) : 0
    }
    return frame
  }
}
