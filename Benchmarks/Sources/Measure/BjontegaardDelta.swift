import Glibc

/// A point of a curve of rate and quality.
struct RatePoint: Sendable, Hashable {
  /// Bits a second.
  let rate: Double
  /// The quality in any unit that rises with it.
  let quality: Double
}

/// What a curve takes on average for the same quality as another (Bjøntegaard, ITU-T VCEG-M33), with monotone cubic pieces
/// between the points (Fritsch and Carlson 1980) rather than one polynomial through all of them, which may swing.
enum BjontegaardDelta {
  /// The mean difference in rate over the qualities that both curves have: -0.1 for a tenth less.
  ///
  /// - Returns: `nil` for fewer than two points that rise in both, or curves that share no qualities.
  static func rate(of curve: [RatePoint], against reference: [RatePoint]) -> Double? {
    guard let ours = Curve(curve), let theirs = Curve(reference) else { return nil }
    let (low, high) = (max(ours.lowest, theirs.lowest), min(ours.highest, theirs.highest))
    guard high > low else { return nil }
    let steps = 1000
    var sum = 0.0
    for step in 0..<steps {
      let quality = low + (high - low) * (Double(step) + 0.5) / Double(steps)
      sum += ours.logarithm(at: quality) - theirs.logarithm(at: quality)
    }
    return exp(sum / Double(steps)) - 1
  }

  /// The logarithm of the rate as a function of the quality.
  private struct Curve {
    private let x: [Double]
    private let y: [Double]
    private let slopes: [Double]
    var lowest: Double { x[0] }
    var highest: Double { x[x.count - 1] }

    init?(_ points: [RatePoint]) {
      let ordered = points.sorted { $0.quality < $1.quality }
      guard ordered.count > 1, ordered.allSatisfy({ $0.rate > 0 }),
        zip(ordered, ordered.dropFirst()).allSatisfy({ $0.quality < $1.quality && $0.rate < $1.rate })
      else { return nil }
      x = ordered.map(\.quality)
      y = ordered.map { log($0.rate) }
      let secants = zip(zip(x, x.dropFirst()), zip(y, y.dropFirst())).map { ($1.1 - $1.0) / ($0.1 - $0.0) }
      // The harmonic mean of the neighboring secants keeps the curve monotone.
      slopes =
        [secants[0]] + zip(secants, secants.dropFirst()).map { 2 * $0 * $1 / ($0 + $1) } + [secants[secants.count - 1]]
    }

    func logarithm(at quality: Double) -> Double {
      let index = min(max((x.firstIndex { $0 > quality } ?? x.count - 1) - 1, 0), x.count - 2)
      let width = x[index + 1] - x[index]
      let t = (quality - x[index]) / width
      let (square, cube) = (t * t, t * t * t)
      return (2 * cube - 3 * square + 1) * y[index] + (cube - 2 * square + t) * width * slopes[index]
        + (3 * square - 2 * cube) * y[index + 1] + (cube - square) * width * slopes[index + 1]
    }
  }
}
