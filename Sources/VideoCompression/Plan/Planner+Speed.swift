import Media

extension Planner {
  /// The parts of what is kept with their speeds, one behind the other; empty when all of it keeps its speed. Where
  /// changes overlap, the later one counts.
  func speedSegments(
    of kept: Range<Double>, in recording: Range<Double>, notes: inout PlanNotes
  ) throws(CompressionError) -> [SpeedSegment] {
    var changes: [(range: Range<Double>, speed: Rational)] = []
    for change in request.speed {
      let start = recording.lowerBound + (change.range.start ?? 0)
      let end = change.range.end.map { recording.lowerBound + $0 } ?? .infinity
      try check(start, of: change, in: recording)
      let range = max(start, kept.lowerBound)..<max(min(end, kept.upperBound), max(start, kept.lowerBound))
      if range.upperBound - range.lowerBound < Self.shortestPart {
        notes.decide(
          "speed", "not \(change.speed.inWords) for \(change.range.inWords)", because: "that part isn't kept")
      } else {
        changes.append((range, change.speed.reduced))
      }
    }
    let bounds = Set(
      [kept.lowerBound, kept.upperBound] + changes.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    let sorted = bounds.sorted()
    var segments: [SpeedSegment] = []
    for (start, end) in zip(sorted, sorted.dropFirst()) {
      let middle = (start + end) / 2
      let speed = changes.last { $0.range.contains(middle) }?.speed ?? Rational(1, 1)
      let isShort = end - start < Self.shortestPart
      if let last = segments.last, last.speed == speed || isShort {
        segments[segments.count - 1] = SpeedSegment(start: last.start, end: end, speed: last.speed)
      } else {
        segments.append(SpeedSegment(start: start, end: end, speed: speed))
      }
    }
    return segments.allSatisfy { $0.speed == Rational(1, 1) } ? [] : segments
  }

  /// A part of ten microseconds shows nothing of its own.
  private static let shortestPart = 0.000_01

  private func check(
    _ start: Double, of change: SpeedChange, in recording: Range<Double>
  ) throws(CompressionError) {
    guard start >= recording.upperBound, let wish = change.range.start else { return }
    throw CompressionError(
      code: .invalidRequest, message: "the start of a part with its own speed is \(wish.inWords) s",
      remedy: "allowed: less than \((recording.upperBound - recording.lowerBound).inWords) s, where the recording ends",
      stage: .request)
  }
}

extension TimeRange {
  /// The range for a sentence, such as `1 to 2.5 s`.
  var inWords: String {
    switch (start, end) {
    case (let start?, let end?): "\(start.inWords) to \(end.inWords) s"
    case (let start?, nil): "\(start.inWords) s to the end"
    case (nil, let end?): "the first \(end.inWords) s"
    case (nil, nil): "all of it"
    }
  }
}

extension Rational {
  /// The quotient for a sentence: whole where it is, a fraction where decimals don't tell it.
  var inWords: String {
    let shortest = reduced
    if shortest.denominator == 1 { return "\(shortest.numerator)" }
    let decimals = shortest.value.inWords
    return Double(decimals) == shortest.value ? decimals : "\(shortest)"
  }
}
