/// A timeline's clock in samples: from those of the source to those of the result and back.
struct SampleClock {
  /// Samples a second, on both sides.
  let rate: Int
  private let clock: TimelineClock

  init(_ timeline: TimelinePlan, rate: Int) {
    self.rate = rate
    clock = TimelineClock(timeline)
  }

  /// The result's sample for one of the source.
  func result(_ sample: Int) -> Int { Int((clock.result(Double(sample) / Double(rate)) * Double(rate)).rounded()) }

  /// The source's sample for one of the result.
  func source(_ sample: Int) -> Int { Int(exactSource(sample).rounded()) }

  /// The place in the source of a sample of the result, in samples.
  func exactSource(_ sample: Int) -> Double { clock.source(Double(sample) / Double(rate)) * Double(rate) }

  /// How many times as fast a sample of the result is played.
  func speed(at sample: Int) -> Double { clock.speed(at: Double(sample) / Double(rate)) }

  /// Whether all between two samples of the result is played at its own speed.
  func isPlain(from start: Int, to end: Int) -> Bool {
    // Parts are longer than this, or too short to be heard.
    speed(at: start) == 1 && speed(at: end) == 1
  }
}
