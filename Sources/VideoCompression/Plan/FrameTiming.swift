import Media

/// The clock and the rate that an encoder is told.
enum FrameTiming {
  /// Frames a second for rate control: the container's where it is within 1 % of what was measured, else what was
  /// measured; from 1 to 240.
  static func rate(of video: VideoDescription) -> Rational {
    let measured = video.frameRate
    let nominal = video.nominalFrameRate.flatMap { $0.isPositive ? $0 : nil }
    guard measured.isFinite, measured > 0 else { return clamped(nominal ?? Rational(25, 1)) }
    if !video.isVariableFrameRate, let usual = usualRate(near: measured) { return usual }
    if let nominal, abs(nominal.value / measured - 1) <= 0.01 { return clamped(nominal) }
    return clamped(Rational(Int32((min(measured, 1_000) * 1_000).rounded()), 1_000))
  }

  /// A whole rate, or one of television's thousandth less, within a thousandth of what was measured.
  private static func usualRate(near measured: Double) -> Rational? {
    let whole = Int32(min(measured, 1_000).rounded())
    guard (1...240).contains(whole) else { return nil }
    let candidates = [Rational(whole, 1), Rational(whole * 1_000, 1_001)]
    let nearest = candidates.min { abs($0.value - measured) < abs($1.value - measured) }
    return nearest.flatMap { abs($0.value / measured - 1) < 0.000_4 ? $0 : nil }
  }

  /// A rate from 1 to 240, which encoders take.
  static func clamped(_ rate: Rational) -> Rational {
    if rate.value < 1 { return Rational(1, 1) }
    if rate.value > 240 { return Rational(240, 1) }
    return rate.reduced
  }

  /// Seconds a tick: the source's own clock, or for roundings of a rate one that meets all its multiples. At another
  /// speed the clock runs as much faster, so that each tick of the source is one of the result.
  static func timeBase(of film: Film, at speed: Rational = Rational(1, 1)) -> Rational {
    if let rate = film.video.roundedFrameRate {
      return timeBase(ofMultiplesOf: rate.times(speed).flatMap { $0.numerator < 1_000_000 ? $0 : nil } ?? rate)
    }
    return timeBase(for: film.stream.timeBase.times(speed.inverse) ?? film.stream.timeBase)
  }

  /// Seconds a tick of a clock that meets all multiples of a rate's period.
  static func timeBase(ofMultiplesOf rate: Rational) -> Rational {
    // At least ten ticks a millisecond, so that the first frame may lie anywhere.
    let factor = max(1, (10_000 + rate.numerator - 1) / max(rate.numerator, 1))
    return Rational(1, rate.numerator * factor)
  }

  /// Seconds a tick: the source's own clock, or one between 1/1000 s and 1/1 000 000 s that meets all its ticks.
  /// Only clocks finer than that are rounded, to a microsecond.
  static func timeBase(for source: Rational) -> Rational {
    guard source.isPositive else { return Rational(1, 90_000) }
    let reduced = source.reduced
    if reduced.denominator > 1_000_000 { return Rational(1, 1_000_000) }
    if reduced.denominator < 1_000 { return Rational(1, reduced.denominator * 1_000) }
    return reduced.numerator == 1 ? source : Rational(1, reduced.denominator)
  }
}
