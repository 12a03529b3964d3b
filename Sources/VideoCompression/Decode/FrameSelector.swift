internal import FFmpeg
internal import Media

/// Chooses among frames on the result's timeline and repeats them, as a plan says.
struct FrameSelector {
  /// Takes a frame; false when no more are wanted.
  typealias Receiver = (Frame) throws -> Bool

  private enum Way {
    case all
    case constant(ConstantRate)
    case chosen(ChosenFrames)
  }
  private var way: Way

  /// Prepares for a film's frames, whose times count in the plan's ``VideoPlan/clock``.
  init(_ plan: VideoPlan) {
    switch plan.selection {
    case .all: way = .all
    case .constant(let until):
      way = .constant(ConstantRate(clock: plan.clock, timeBase: plan.timeBase, until: until))
    case .chosen(let times):
      way = .chosen(
        ChosenFrames(times: times, end: plan.endTime.map { Timestamp.ticks(seconds: $0, in: plan.clock) }))
    }
  }

  /// Takes a frame in order of presentation and sends what is ready.
  ///
  /// - Returns: Whether the receiver wants more.
  mutating func add(_ frame: Frame, send: Receiver) throws -> Bool {
    switch way {
    case .all: return try send(frame)
    case .constant(var rate):
      defer { way = .constant(rate) }
      return try rate.add(frame, send: send)
    case .chosen(var chosen):
      defer { way = .chosen(chosen) }
      return try chosen.add(frame, send: send)
    }
  }

  /// Sends what is held back, up to the end of the film.
  mutating func finish(send: Receiver) throws {
    switch way {
    case .all: break
    case .constant(var rate): try rate.finish(send: send)
    case .chosen(var chosen): try chosen.finish(send: send)
    }
  }
}

/// Frames at each tick of a clock.
private struct ConstantRate {
  let clock: Rational
  let timeBase: Rational
  let until: Int64?
  private var held: (frame: Frame, tick: Int64, time: Int64)?
  /// Whether a frame was sent.
  private var hasShown = false

  init(clock: Rational, timeBase: Rational, until: Int64?) {
    self.clock = clock
    self.timeBase = timeBase
    self.until = until
  }

  mutating func add(_ frame: Frame, send: FrameSelector.Receiver) throws -> Bool {
    guard let time = frame.presentationTime else { return true }
    var tick = Timestamp.rescale(time, from: clock, to: timeBase)
    // The first frame after a cut begins a little behind it, and is shown from there on.
    if tick == 1, held == nil, !hasShown { tick = 0 }
    if let held, held.tick >= tick {
      // Of those on the same tick the nearest; of two that are as near, the later one.
      let exact = Timestamp.rescale(tick, from: timeBase, to: clock)
      if abs(time - exact) > abs(held.time - exact) { return true }
    } else if try !fill(to: tick, send: send) {
      return false
    }
    held = (frame, tick, time)
    return true
  }

  mutating func finish(send: FrameSelector.Receiver) throws {
    guard let held else { return }
    let length = held.frame.duration
    // Without a length of its own the last frame has one tick.
    let own = length > 0 ? Timestamp.rescale(held.time + length, from: clock, to: timeBase) : held.tick + 1
    _ = try fill(to: until ?? own, send: send)
    // A film has at least one frame.
    if !hasShown { _ = try show(held.frame, at: held.tick, send: send) }
  }

  /// Shows the frame that is held until a tick.
  private mutating func fill(to end: Int64, send: FrameSelector.Receiver) throws -> Bool {
    guard let held else { return true }
    for tick in held.tick..<max(held.tick, min(end, until ?? end)) {
      guard try show(held.frame, at: tick, send: send) else { return false }
    }
    return true
  }

  private mutating func show(_ frame: Frame, at tick: Int64, send: FrameSelector.Receiver) throws -> Bool {
    let shown = try frame.copy()
    shown.presentationTime = tick
    shown.duration = 1
    hasShown = true
    return try send(shown)
  }
}

/// Frames near given times.
private struct ChosenFrames {
  /// In ticks, rising.
  let times: [Int64]
  /// When the film ends; `nil` for the last frame's own end.
  let end: Int64?
  private var position = 0
  /// The newest frame, of which it isn't known yet whether a later one is nearer.
  private var newest: Frame?
  /// The last frame that was chosen, of which it isn't known yet for how long it is shown.
  private var shown: Frame?

  init(times: [Int64], end: Int64?) {
    self.times = times
    self.end = end
  }

  mutating func add(_ frame: Frame, send: FrameSelector.Receiver) throws -> Bool {
    guard let time = frame.presentationTime else { return true }
    defer { newest = frame }
    guard let before = newest, let earlier = before.presentationTime else { return true }
    // A time in the middle belongs to the later one.
    guard take(while: { $0 - earlier < time - $0 }) else { return true }
    return try choose(before, send: send)
  }

  mutating func finish(send: FrameSelector.Receiver) throws {
    let last = newest.flatMap { frame in frame.presentationTime.map { $0 + frame.duration } }
    if let frame = newest, take(while: { _ in true }) || shown == nil {
      guard try choose(frame, send: send) else { return }
    }
    guard let shown, let time = shown.presentationTime else { return }
    shown.duration = max(1, (end ?? last ?? time) - time)
    _ = try send(shown)
  }

  /// Goes on behind the times that are like this; whether there are any.
  private mutating func take(while isNear: (Int64) -> Bool) -> Bool {
    let before = position
    while position < times.count, isNear(times[position]) { position += 1 }
    return position > before
  }

  private mutating func choose(_ frame: Frame, send: FrameSelector.Receiver) throws -> Bool {
    defer { shown = frame }
    guard let shown, let time = shown.presentationTime, let next = frame.presentationTime else { return true }
    shown.duration = next - time
    return try send(shown)
  }
}
