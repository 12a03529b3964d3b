/// Conversions of integer time stamps between time bases, without floating-point error.
public enum Timestamp {
  /// Converts ticks of one time base into ticks of another, rounding to the nearest (half away from zero).
  ///
  /// C counterpart: `av_rescale_q`.
  ///
  /// - Parameters:
  ///   - value: The time stamp in ticks of `source`.
  ///   - source: The time base of `value`, in seconds a tick.
  ///   - target: The time base of the result, in seconds a tick.
  /// - Returns: The time stamp in ticks of `target`, clamped to the range of `Int64`.
  public static func rescale(_ value: Int64, from source: Rational, to target: Rational) -> Int64 {
    let numerator = Int64(source.numerator) * Int64(target.denominator)
    let denominator = Int64(source.denominator) * Int64(target.numerator)
    guard denominator > 0, numerator >= 0 else { return value }
    let product = value.magnitude.multipliedFullWidth(by: numerator.magnitude)
    let (low, carry) = product.low.addingReportingOverflow(denominator.magnitude / 2)
    let high = product.high + (carry ? 1 : 0)
    guard high < denominator.magnitude else { return value < 0 ? .min + 1 : .max }
    let quotient = denominator.magnitude.dividingFullWidth((high, low)).quotient
    let magnitude = Int64(clamping: quotient)
    return value < 0 ? -magnitude : magnitude
  }

  /// The time stamp in seconds.
  public static func seconds(_ value: Int64, in timeBase: Rational) -> Double {
    Double(value) * Double(timeBase.numerator) / Double(timeBase.denominator)
  }

  /// The tick nearest to a time in seconds, clamped to the range of `Int64`; 0 for what is no number.
  public static func ticks(seconds: Double, in timeBase: Rational) -> Int64 {
    let exact = (seconds * Double(timeBase.denominator) / Double(timeBase.numerator)).rounded()
    if exact.isNaN { return 0 }
    return Int64(exactly: exact) ?? (exact < 0 ? .min + 1 : .max)
  }
}
