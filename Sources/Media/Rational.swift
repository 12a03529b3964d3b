/// A fraction of two 32-bit integers, as media containers store rates, time bases and aspect ratios.
///
/// The value isn't reduced on creation: a time base of 2/600 stays 2/600. Equality compares the stored numbers.
/// C counterpart: `AVRational`.
public struct Rational: Sendable, Hashable, Codable {
  /// The number above the line.
  public let numerator: Int32
  /// The number below the line; 0 means "unknown".
  public let denominator: Int32

  /// Makes a fraction of the numbers as they are.
  public init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether both numbers are positive, so that dividing by either is meaningful.
  public var isPositive: Bool { numerator > 0 && denominator > 0 }

  /// The quotient as a floating-point number; `nan` when the denominator is 0.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The fraction turned upside down, which makes a rate of a period and the other way round.
  public var inverse: Rational { Rational(denominator, numerator) }

  /// The same quotient in lowest terms.
  public var reduced: Rational {
    var a = Int64(numerator).magnitude
    var b = Int64(denominator).magnitude
    while b != 0 { (a, b) = (b, a % b) }
    guard a > 1 else { return self }
    let divisor = Int64(a)
    return Rational(Int32(Int64(numerator) / divisor), Int32(Int64(denominator) / divisor))
  }
}

extension Rational: CustomStringConvertible {
  /// The fraction as `numerator/denominator`.
  public var description: String { "\(numerator)/\(denominator)" }
}
