import Media

extension Planner {
  /// What decides how much data a picture gets, as it was asked for and as the source lets it be.
  func wishedRate(
    for film: Film, frames: Int, beside streams: [StreamPlan], on timeline: TimelinePlan, notes: inout PlanNotes
  ) throws(CompressionError) -> PlannedRate {
    let sourceRate = request.sizePolicy == .neverLarger ? film.bitRate : nil
    switch request.video.rateControl {
    case .quality(let quality):
      return .quality(adjustedQuality(quality), ceiling: sourceRate.map { max($0, Self.lowestCap) })
    case .bitRate(let wish):
      return .average(capped(wish, by: sourceRate, notes: &notes))
    case .targetSize(let bytes):
      let rate = try rate(toFill: bytes, frames: frames, beside: streams, on: timeline)
      let capped = sourceRate.map { min(rate, max($0, Self.lowestCap)) } ?? rate
      notes.decide(
        "bit rate", capped.inWords,
        because: capped < rate
          ? "the source's film has no more" : "that is what \(bytes) bytes leave for the film beside all else")
      return .average(capped)
    }
  }

  /// Rates to go down to, in this order, when nothing small enough came out.
  func lowerRates(for film: Film, after rate: PlannedRate) -> [BitRate] {
    guard var base = film.bitRate ?? Self.rate(of: film.stream.byteCount, in: source.duration / film.pace) else {
      return []
    }
    if case .average(let wish) = rate { base = min(base, wish) }
    var shares = [0.7, 0.45]
    // An encoder that missed a size on a short film misses it by little.
    if case .targetSize = request.video.rateControl { shares = [0.88, 0.7, 0.45] }
    var rates: [BitRate] = []
    for rate in shares.map({ base.scaled(by: $0, atLeast: .kilobits(20)) }) where rates.last != rate {
      rates.append(rate)
    }
    return rates
  }

  /// Whether a result can be too large.
  var isSizeLimited: Bool {
    if case .targetSize = request.video.rateControl { return true }
    return request.sizePolicy == .neverLarger
  }

  /// The result has to have fewer bytes than this; `nil` when it may be larger.
  ///
  /// A part of the source is held against its share by time, with room for what any file begins with: an index and
  /// a first picture that no other helps to predict.
  func sizeLimit(on timeline: TimelinePlan) -> Int64? {
    var limits: [Int64] = []
    if case .targetSize(let bytes) = request.video.rateControl { limits.append(bytes + 1) }
    if request.sizePolicy == .neverLarger {
      limits.append(source.byteCount)
      if timeline.isTrimmed, source.duration > 0 {
        let share = min(1, timeline.sourceDuration / source.duration)
        limits.append(Int64((Double(source.byteCount) * share).rounded(.up)) + 65_536)
      }
    }
    return limits.min()
  }

  /// A rate below this isn't asked for because of the source's.
  private static let lowestCap = BitRate.kilobits(50)

  private func capped(_ wish: BitRate, by sourceRate: BitRate?, notes: inout PlanNotes) -> BitRate {
    guard let sourceRate else { return wish }
    let rate: BitRate
    let reason: String
    switch request.video.bitRatePolicy {
    case .exact:
      return wish
    case .upToSource:
      rate = min(wish, max(sourceRate, Self.lowestCap))
      reason = "more adds bytes only"
    case .belowSource:
      guard Double(wish.bitsPerSecond) > 1.2 * Double(sourceRate.bitsPerSecond) else { return wish }
      rate = min(wish, sourceRate.scaled(by: 0.8, atLeast: Self.lowestCap))
      reason = "a rate of more than 1.2 times that becomes 0.8 times"
    }
    if rate < wish {
      notes.decide("bit rate", rate.inWords, because: "the source's film has \(sourceRate.inWords), and \(reason)")
    }
    return rate
  }

  /// What a size leaves for the film: sound, subtitles, covers and the container's own bytes come first, and a fiftieth
  /// is kept for what the encoder misses the average by.
  private func rate(
    toFill bytes: Int64, frames: Int, beside streams: [StreamPlan], on timeline: TimelinePlan
  ) throws(CompressionError) -> BitRate {
    let duration = max(timeline.duration, 0.001)
    let share = source.duration > 0 ? min(1, timeline.sourceDuration / source.duration) : 1
    var others = 4_096 + 12 * Double(frames)
    for (stream, planned) in zip(source.streams, streams) {
      switch planned.action {
      case .film, .drop, .mix: break
      case .encodeAudio(let plan): others += (Double(plan.bitRate.bitsPerSecond) / 8 + 400) * duration
      case .copyCoverArt, .copyAttachment, .absorb: others += Double(stream.byteCount)
      case .copy, .convertSubtitles, .carryTrack:
        others += Double(stream.byteCount) * share + 12 * Double(stream.packetCount) * share
      }
    }
    let bits = (Double(bytes) * 0.98 - others) * 8 / duration
    guard bits >= 20_000 else {
      let needed = Int64((others + duration * 20_000 / 8) / 0.98) + 1
      throw CompressionError(
        code: .invalidRequest, message: "the target size is \(bytes) bytes",
        remedy: "allowed: \(needed) bytes or more, for \(timeline.duration.inWords) s with all that is kept; less of "
          + "sound, tracks or time needs less",
        stage: .plan)
    }
    return BitRate(bitsPerSecond: Int64(bits))
  }

  private static func rate(of bytes: Int64, in seconds: Double) -> BitRate? {
    guard bytes > 0, seconds > 0 else { return nil }
    return BitRate(bitsPerSecond: Int64((Double(bytes) * 8 / seconds).rounded()))
  }
}
