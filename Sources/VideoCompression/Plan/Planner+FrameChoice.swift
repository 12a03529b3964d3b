import Media

/// The frames that a reducer chose.
struct FrameChoice {
  /// When the result shows them, in seconds.
  let times: [Double]
  /// The end of the last frame of all, in seconds.
  let end: Double
}

extension Planner {
  /// The part of the source's timeline whose pictures have to be looked at before a plan is made, because a reducer
  /// chooses by them; `nil` when there is none.
  func surveyRange() throws(CompressionError) -> TimeRange? {
    guard case .atMost(let rate, let reduction) = request.video.frameRate,
      (reducer ?? reduction.reducer).looksAtPictures
    else { return nil }
    var notes = PlanNotes()
    try RequestValidation.check(request)
    let film = try usableFilm(notes: &notes)
    let container = container(notes: &notes)
    let cut = try cut(of: film, in: container, notes: &notes)
    let streams = streamPlans(in: container, film: film, cut: cut, notes: &notes)
    let timeline = timeline(for: cut, keeping: streams)
    guard exceeds(rate, summaries(of: film, on: timeline)) else { return nil }
    return TimeRange(start: timeline.start, end: timeline.end)
  }

  /// The frames that are kept of those that are too many; `nil` when there aren't too many, or all are kept.
  func frameChoice(
    of film: Film, on timeline: TimelinePlan, atMost rate: Rational, by reduction: FrameReduction,
    notes: inout PlanNotes
  ) throws(CompressionError) -> FrameChoice? {
    let all = summaries(of: film, on: timeline)
    guard let first = all.first, let last = all.last, exceeds(rate, all) else {
      notes.decide(
        "frame rate", "every frame", because: "there are no more than \(rate.inWords) a second on average")
      return nil
    }
    let end = last.time + last.duration
    let reducer = reducer ?? reduction.reducer
    guard let kept = reducer.keptFrames(of: all, atMost: rate.value, duration: end - first.time) else {
      notes.decide("frame rate", "every frame", because: "what chooses frames keeps them all")
      return nil
    }
    try check(kept, of: all.count)
    let way = self.reducer == nil ? reduction.inWords : "as the caller's code chose"
    notes.decide(
      "frame rate", "\(kept.count) of \(all.count) frames",
      because: "at most \(rate.inWords) a second were asked for, \(way)")
    return FrameChoice(times: kept.map { all[$0].time }, end: end)
  }

  private func exceeds(_ rate: Rational, _ frames: [FrameSummary]) -> Bool {
    guard frames.count > 1, let first = frames.first, let last = frames.last else { return false }
    let length = last.time + last.duration - first.time
    return Double(frames.count) > rate.value * Self.rateTolerance * length
  }

  private func check(_ kept: [Int], of count: Int) throws(CompressionError) {
    let problem: String? =
      if kept.isEmpty {
        "chose no frame at all"
      } else if let wrong = kept.first(where: { $0 < 0 || $0 >= count }) {
        "chose frame \(wrong) of \(count), which are numbered from 0"
      } else if let pair = zip(kept, kept.dropFirst()).first(where: { $0 >= $1 }) {
        "chose frame \(pair.1) behind frame \(pair.0)"
      } else {
        nil
      }
    guard let problem else { return }
    throw CompressionError(
      code: .invalidRequest, message: "the frame reducer \(problem)",
      remedy: "give rising positions of the frames that it was shown, at least one", stage: .plan)
  }

  /// The frames that the result would show, at its times.
  private func summaries(of film: Film, on timeline: TimelinePlan) -> [FrameSummary] {
    let clock = TimelineClock(timeline)
    let pictures = range(of: film.stream)
    let step = 1 / FrameTiming.rate(of: film.video).value
    var entries = frames?.entries ?? []
    if entries.isEmpty { entries = FilmFrames(evenly: film, from: pictures.lowerBound).entries }
    if let rate = film.video.roundedFrameRate?.value, let first = entries.first?.time {
      // Roundings of a rate's multiples, as which the frames come out.
      for index in entries.indices {
        entries[index].time = first + ((entries[index].time - first) * rate).rounded() / rate
      }
    }
    let start = timeline.start ?? -.infinity
    let end = timeline.end ?? .infinity
    // Half a tick, since the bounds are rounded to ticks.
    let half = film.stream.timeBase.isPositive ? film.stream.timeBase.value / 2 : 0
    var kept = entries.filter { $0.time > start - half && $0.time < end - half }
    if let before = entries.last(where: { $0.time <= start - half }),
      kept.first.map({ $0.time - start > max(0.05, step) }) ?? true
    {
      // The frame that is on screen when the range begins.
      kept.insert(FilmFrames.Entry(time: start, change: before.change), at: 0)
    }
    let last = kept.last.map { max($0.time + step / 2, min(end, max(pictures.upperBound, $0.time + step))) } ?? 0
    return kept.indices.map { index in
      let time = clock.result(kept[index].time)
      let next = clock.result(index + 1 < kept.count ? kept[index + 1].time : last)
      return FrameSummary(
        time: time, duration: max(0, next - time), change: index == 0 ? 0 : kept[index].change,
        isCut: index > 0 && kept[index].isCut)
    }
  }
}

extension FrameReduction {
  /// What chooses in this way.
  var reducer: any FrameReducer {
    switch self {
    case .evenly: EvenlySpacedFrames()
    case .randomly(let seed): RandomFrames(seed: seed)
    case .sceneAware: SceneAwareFrames()
    }
  }

  fileprivate var inWords: String {
    switch self {
    case .evenly: "evenly spaced"
    case .randomly(let seed): "by chance (seed \(seed))"
    case .sceneAware: "where scenes change and things move"
    }
  }
}
