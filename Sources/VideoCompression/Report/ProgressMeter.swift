internal import Media

/// Counts what an attempt has done and tells it on, at most every tenth of a second.
final class ProgressMeter: Sendable {
  fileprivate struct State {
    var phase = CompressionProgress.Phase.probing
    var attempt = 1
    var frames = 0
    var bytes: Int64 = 0
    var filmTime: Double = 0
    var duration: Double = 0
    var sizeLimit: Int64?
    var began: ContinuousClock.Instant?
    var lastTold: ContinuousClock.Instant?
    var marks: [(time: ContinuousClock.Instant, frames: Int, film: Double)] = []
    var toldFraction = 0.0
  }

  private let state = Lock(State())
  // Calls of the receiver don't overlap, but the meter's own lock isn't held while it runs.
  private let telling = Lock(())
  private let receiver: @Sendable (CompressionProgress) -> Void

  init(_ receiver: @escaping @Sendable (CompressionProgress) -> Void) { self.receiver = receiver }

  /// Begins an attempt of which the duration in seconds and the bytes that it must stay below are known.
  func beginEncoding(attempt: Int, duration: Double, sizeLimit: Int64?) {
    state.withLock { state in
      state = State()
      state.phase = .encoding
      state.attempt = attempt
      state.duration = duration
      state.sizeLimit = sizeLimit
      state.began = .now
    }
    tell(always: true)
  }

  /// Goes over to a phase.
  func enter(_ phase: CompressionProgress.Phase) {
    state.withLock { $0.phase = phase }
    tell(always: true)
  }

  /// Counts a packet of the film that shows up to a moment, in seconds.
  func encoded(upTo time: Double, bytes: Int) {
    state.withLock { state in
      state.frames += 1
      state.bytes += Int64(bytes)
      state.filmTime = max(state.filmTime, time)
    }
    tell(always: false)
  }

  /// Counts a packet of another stream.
  func wrote(bytes: Int) { state.withLock { $0.bytes += Int64(bytes) } }

  /// The size that the result will have, once it is certain that it can't stay below the limit; `nil` before.
  ///
  /// Certain means: it is already as large, or it will be a fifth too large as far as a third of it tells.
  var hopelessSize: Int64? {
    state.withLock { state in
      guard let limit = state.sizeLimit else { return nil }
      if state.bytes >= limit { return state.bytes }
      guard state.duration > 0, state.filmTime / state.duration > 0.34, state.frames > 100 else { return nil }
      let projected = Int64(Double(state.bytes) * state.duration / state.filmTime)
      return projected > limit + limit / 5 ? projected : nil
    }
  }

  /// Seconds since the attempt began.
  var encodingSeconds: Double {
    state.withLock { $0.began.map { (ContinuousClock.now - $0).seconds } ?? 0 }
  }

  private func tell(always: Bool) {
    let value = state.withLock { state -> CompressionProgress? in
      let now = ContinuousClock.now
      if !always, let last = state.lastTold, now - last < .milliseconds(100) { return nil }
      state.lastTold = now
      return state.value(at: now)
    }
    guard let value else { return }
    telling.withLock { _ in receiver(value) }
  }
}

extension ProgressMeter.State {
  /// Encoding is by far the longest phase; the others share the last hundredths.
  mutating func value(at now: ContinuousClock.Instant) -> CompressionProgress {
    let done = duration > 0 ? min(filmTime / duration, 1) : 0
    let fraction: Double =
      switch phase {
      case .probing, .surveying: 0
      case .encoding: done * 0.96
      case .verifying: 0.97
      case .publishing: 0.99
      case .finished: 1
      }
    marks.append((now, frames, filmTime))
    while marks.count > 2, now - marks[0].time > .seconds(5) { marks.removeFirst() }
    var rate: Double?
    var speed: Double?
    if phase == .encoding, let first = marks.first, now - first.time > .milliseconds(300) {
      let seconds = (now - first.time).seconds
      rate = Double(frames - first.frames) / seconds
      speed = (filmTime - first.film) / seconds
    }
    let remaining = speed.flatMap { $0 > 0 ? max(duration - filmTime, 0) / $0 : nil }
    return CompressionProgress(
      phase: phase, fraction: fraction, attempt: attempt, framesEncoded: frames, framesPerSecond: rate, speed: speed,
      remainingSeconds: phase == .encoding ? remaining : nil, bytesWritten: bytes,
      projectedBytes: done > 0.02 ? Int64(Double(bytes) / done) : nil)
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
