/// Holds what was found against the limits of a case.
enum Judge {
  /// A verdict for each limit, in a fixed order. Of several qualities each is judged, and the worst counts.
  static func verdicts(on points: [PointResult], of benchmark: BenchmarkCase) -> [Verdict] {
    var verdicts: [Verdict] = []
    let others = (benchmark.peers.map(\.rawValue) + benchmark.against.map(\.name))
    for other in others {
      let limits = benchmark.limits[other] ?? [:]
      for measure in Measure.allCases {
        guard let limit = limits[measure] else { continue }
        let found = points.compactMap { point -> Double? in
          guard let ours = point.ours, let theirs = point.contenders.first(where: { $0.name == other }) else {
            return nil
          }
          return ours.ratio(measure, to: theirs)?.median
        }
        verdicts.append(Verdict(against: other, measure: measure, found: found.max(), limit: limit))
      }
    }
    if let limit = benchmark.longestSeconds {
      let found = points.compactMap { $0.ours?.summary(.wall)?.median }.max()
      verdicts.append(Verdict(against: nil, measure: .wall, found: found, limit: limit))
    }
    return verdicts
  }
}
