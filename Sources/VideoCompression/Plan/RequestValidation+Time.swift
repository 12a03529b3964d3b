import Media

extension RequestValidation {
  /// Throws for the first number about frame rate and speed that is out of range.
  static func checkTime(_ request: CompressionRequest) throws(CompressionError) {
    switch request.video.frameRate {
    case .source: break
    case .constant(let rate), .atMost(let rate, _):
      try require(
        rate.isPositive && rate.value >= 1 && rate.value <= 240 && rate.numerator <= 1_000_000, "the frame rate",
        is: "\(rate) a second", allowed: "1 to 240, in whole numbers up to 1000000")
    }
    for change in request.speed { try check(change) }
    if request.speed.contains(where: { $0.speed.reduced != Rational(1, 1) }), request.audio.treatment == .copy {
      throw CompressionError(
        code: .invalidRequest, message: "copied sound can't be played faster or slower",
        remedy: "choose automatic treatment or a codec for the sound, or leave it out", stage: .request)
    }
  }

  private static func check(_ change: SpeedChange) throws(CompressionError) {
    let speed = change.speed
    try require(
      speed.isPositive && speed.value >= 0.25 && speed.value <= 4 && speed.numerator <= 1_000_000
        && speed.denominator <= 1_000_000, "the speed", is: "\(speed)",
      allowed: "1/4 to 4, in whole numbers up to 1000000")
    let (start, end) = (change.range.start ?? 0, change.range.end ?? .infinity)
    try require(
      start.isFinite && start >= 0, "the start of a part with its own speed", is: "\(start) s", allowed: "0 s or more")
    try require(
      end > start, "the end of a part with its own speed", is: "\(end.inWords) s",
      allowed: "more than its start, \(start.inWords) s")
  }
}
