/// What several measurements of the same thing tell.
struct Summary: Sendable, Hashable, Codable {
  /// The one in the middle.
  let median: Double
  /// The least.
  let low: Double
  /// The greatest.
  let high: Double
  /// The median of the distances from the median, which a single slow run doesn't change.
  let deviation: Double

  /// Sums up measurements.
  ///
  /// - Returns: `nil` without any.
  init?(_ values: [Double]) {
    guard let median = values.median, let low = values.min(), let high = values.max() else { return nil }
    self.median = median
    self.low = low
    self.high = high
    deviation = values.map { ($0 - median).magnitude }.median ?? 0
  }
}

extension [Double] {
  /// The one in the middle, or the mean of the two there; `nil` without any.
  var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    let middle = ordered.count / 2
    return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
  }
}

/// Ratios within pairs of runs, so that a slow minute of the machine counts for both.
enum PairedRatios {
  /// Sums up what one side took for each unit of the other.
  ///
  /// - Parameters:
  ///   - ours: What is measured, one value for each pair.
  ///   - theirs: What it is held against, in the same order.
  /// - Returns: `nil` without pairs, or where a value of the other side is 0.
  static func summary(_ ours: [Double], over theirs: [Double]) -> Summary? {
    guard ours.count == theirs.count, theirs.allSatisfy({ $0 > 0 }) else { return nil }
    return Summary(zip(ours, theirs).map { $0 / $1 })
  }
}
