import Glibc

/// A line of numbers in a drawing.
struct Axis {
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double
  private let isLogarithmic: Bool

  /// An axis from one number to another.
  ///
  /// - Parameters:
  ///   - range: The numbers at its ends.
  ///   - start: Where the first one is, in pixels.
  ///   - end: Where the last one is.
  ///   - isLogarithmic: Whether equal distances are equal ratios; numbers have to be above 0 then.
  init(_ range: ClosedRange<Double>, from start: Double, to end: Double, isLogarithmic: Bool = false) {
    self.isLogarithmic = isLogarithmic
    self.start = start
    self.end = end
    low = isLogarithmic ? log(range.lowerBound) : range.lowerBound
    let top = isLogarithmic ? log(range.upperBound) : range.upperBound
    high = top > low ? top : low + 1
  }

  /// Where a number is, in pixels.
  func position(_ value: Double) -> Double {
    start + ((isLogarithmic ? log(value) : value) - low) / (high - low) * (end - start)
  }

  /// Round numbers on it, a handful where there are as many.
  var ticks: [Double] {
    let (first, last) = isLogarithmic ? (exp(low), exp(high)) : (low, high)
    if isLogarithmic {
      let exponents = Int(log10(first).rounded(.down))...Int(log10(last).rounded(.up))
      let choices: [[Double]] = [[1, 2, 5], [1, 1.5, 2, 3, 5, 7], Array(stride(from: 1, to: 10, by: 0.5))]
      let ticks = choices.map { steps in
        exponents.flatMap { exponent in steps.map { $0 * pow(10, Double(exponent)) } }
          .filter { (first * 0.999...last * 1.001).contains($0) }
      }
      return ticks.first { $0.count >= 4 } ?? ticks[2]
    }
    let rough = (last - first) / 7
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? power * 10
    let count = Int(((last - first) / step).rounded(.up)) + 1
    let base = (first / step).rounded(.up)
    return (0..<count).map { (base + Double($0)) * step }.filter { $0 <= last + step * 1e-6 }
  }
}
