import Media

/// The way from the source's timeline to the result's and back, the same for every stream.
///
/// Pieces begin at whole nanoseconds on both timelines. Within a piece ticks are moved by whole numbers, from the
/// piece's beginning, so that nothing drifts, however long the piece.
struct TimelineClock: Sendable {
  private struct Piece: Sendable {
    /// Where it begins on the source's timeline, in nanoseconds.
    let source: Int64
    /// Where it begins on the result's, in nanoseconds.
    let result: Int64
    let speed: Rational
  }

  private static let nanoseconds = Rational(1, 1_000_000_000)
  private let origin: Double
  /// One behind the other; the first reaches back and the last on without an end.
  private let pieces: [Piece]

  init(_ plan: TimelinePlan) {
    origin = plan.origin
    var pieces: [Piece] = []
    var reached: Int64 = 0
    for segment in plan.speed {
      let start = Timestamp.ticks(seconds: segment.start, in: Self.nanoseconds)
      let end = Timestamp.ticks(seconds: segment.end, in: Self.nanoseconds)
      pieces.append(Piece(source: start, result: reached, speed: segment.speed))
      reached += Self.scaled(end - start, by: segment.speed.inverse)
    }
    self.pieces = pieces
  }

  /// Whether something is shown faster or slower.
  var changesSpeed: Bool { !pieces.isEmpty }

  /// When a moment of the source is shown, in seconds.
  func result(_ time: Double) -> Double {
    guard let first = pieces.first else { return time - origin }
    let piece = pieces.last { Double($0.source) * 1e-9 <= time } ?? first
    return Double(piece.result) * 1e-9 + (time - Double(piece.source) * 1e-9) / piece.speed.value
  }

  /// The moment of the source that is shown at a time, in seconds.
  func source(_ time: Double) -> Double {
    guard let first = pieces.first else { return time + origin }
    let piece = pieces.last { Double($0.result) * 1e-9 <= time } ?? first
    return Double(piece.source) * 1e-9 + (time - Double(piece.result) * 1e-9) * piece.speed.value
  }

  /// How many times as fast a moment of the result is shown, in seconds.
  func speed(at time: Double) -> Double {
    (pieces.last { Double($0.result) * 1e-9 <= time } ?? pieces.first)?.speed.value ?? 1
  }

  /// When a tick of a stream is shown, in ticks of another time base; for pieces only.
  func result(_ tick: Int64, of base: Rational, in target: Rational) -> Int64 {
    guard let first = pieces.first, base.isPositive, target.isPositive else { return tick }
    let seconds = Timestamp.seconds(tick, in: base)
    let piece = pieces.last { Double($0.source) * 1e-9 <= seconds } ?? first
    return Self.exact(tick, base, piece, target) ?? Timestamp.ticks(seconds: result(seconds), in: target)
  }

  /// By whole numbers; `nil` where these would exceed 128 bits, which takes a hostile time base.
  private static func exact(_ tick: Int64, _ base: Rational, _ piece: Piece, _ target: Rational) -> Int64? {
    let (n, d) = (Int128(piece.speed.numerator), Int128(piece.speed.denominator))
    let seconds = Int128(base.denominator)
    // In nanoseconds, over the denominators of the time base and of the speed.
    guard let inSource = product(Int128(tick), Int128(base.numerator), 1_000_000_000),
      let start = product(Int128(piece.source), seconds), let offset = product(Int128(piece.result), seconds, n),
      let stretched = product(inSource - start, d),
      let numerator = product(stretched + offset, Int128(target.denominator)),
      let denominator = product(seconds, n, Int128(target.numerator), 1_000_000_000), denominator > 0
    else { return nil }
    let half = denominator / 2
    return Int64(clamping: (numerator + (numerator < 0 ? -half : half)) / denominator)
  }

  private static func product(_ factors: Int128...) -> Int128? {
    var result: Int128 = 1
    for factor in factors {
      let (next, overflow) = result.multipliedReportingOverflow(by: factor)
      // Kept well below the end, so that sums fit as well.
      if overflow || next.magnitude >> 125 != 0 { return nil }
      result = next
    }
    return result
  }

  private static func scaled(_ value: Int64, by factor: Rational) -> Int64 {
    Timestamp.rescale(value, from: Rational(factor.numerator, factor.denominator), to: Rational(1, 1))
  }
}
