extension Rational {
  /// The product in lowest terms; `nil` when its numbers don't fit into 32 bits, or a denominator is 0.
  public func times(_ other: Rational) -> Rational? {
    guard denominator != 0, other.denominator != 0 else { return nil }
    // Reduced crosswise first, so that only a product that is really too large doesn't fit.
    let left = Rational(numerator, other.denominator).reduced
    let right = Rational(other.numerator, denominator).reduced
    let (above, tooHigh) = left.numerator.multipliedReportingOverflow(by: right.numerator)
    let (below, tooLow) = left.denominator.multipliedReportingOverflow(by: right.denominator)
    return tooHigh || tooLow ? nil : Rational(above, below)
  }
}
