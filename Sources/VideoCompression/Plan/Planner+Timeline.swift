import Media

/// What is kept of the source's timeline.
struct Cut {
  /// The moment that the recording begins at, uncut.
  let beginning: Double
  /// The first moment that is kept; `nil` when nothing is cut off.
  let start: Double?
  /// The first moment that isn't kept any more; `nil` when nothing is cut off.
  let end: Double?
  /// Parts of what is kept with their speeds; empty when all of it keeps its speed.
  let speed: [SpeedSegment]

  var isTrimmed: Bool { start != nil || end != nil }
  var changesSpeed: Bool { !speed.isEmpty }
}

extension Planner {
  /// Brings the wished trim onto the source's timeline.
  func cut(of film: Film, in container: Container, notes: inout PlanNotes) throws(CompressionError) -> Cut {
    var unused = PlanNotes()
    let whole = Cut(beginning: 0, start: nil, end: nil, speed: [])
    let uncut = streamPlans(in: container, film: film, cut: whole, notes: &unused)
    let beginning = beginning(of: film, keeping: uncut)
    let length = latestEnd(of: uncut) - beginning
    let start = request.trim.start.flatMap { $0 > 0 ? $0 : nil }
    let pictures = range(of: film.stream)
    if let start, start >= min(length, pictures.upperBound - beginning) {
      throw CompressionError(
        code: .invalidRequest, message: "the start of the trim is \(start.inWords) s",
        remedy: "allowed: less than \(min(length, pictures.upperBound - beginning).inWords) s, where the film ends",
        stage: .request)
    }
    if let end = request.trim.end, end <= pictures.lowerBound - beginning {
      throw CompressionError(
        code: .invalidRequest, message: "the end of the trim is \(end.inWords) s",
        remedy: "allowed: more than \((pictures.lowerBound - beginning).inWords) s, where the film begins",
        stage: .request)
    }
    if let end = request.trim.end, end > length {
      notes.decide("trim", "to the end", because: "the recording ends at \(length.inWords) s, before \(end.inWords) s")
    }
    let end = request.trim.end.flatMap { $0 < length ? $0 : nil }
    let first = beginning + (start ?? 0)
    let kept = first..<max(beginning + (end ?? length), first)
    return Cut(
      beginning: beginning, start: start.map { beginning + $0 }, end: end.map { beginning + $0 },
      speed: try speedSegments(of: kept, in: beginning..<(beginning + max(length, 0)), notes: &notes))
  }

  /// How the source's timeline becomes the result's.
  func timeline(for cut: Cut, keeping streams: [StreamPlan]) -> TimelinePlan {
    let origin = cut.start ?? cut.beginning
    let end = min(cut.end ?? .infinity, latestEnd(of: streams))
    let speed = cut.speed.filter { $0.start < end }.map {
      SpeedSegment(start: $0.start, end: min($0.end, end), speed: $0.speed)
    }
    let duration = speed.isEmpty ? end - origin : speed.reduce(0) { $0 + ($1.end - $1.start) / $1.speed.value }
    return TimelinePlan(
      origin: origin, start: cut.start, end: cut.end, duration: max(0, duration), speed: speed, pitch: request.pitch)
  }

  /// How many frames lie in what is kept.
  func frameCount(of film: Film, on timeline: TimelinePlan) -> Int {
    let count = film.video.frameCount
    let pictures = range(of: film.stream)
    let length = pictures.upperBound - pictures.lowerBound
    guard timeline.isTrimmed, length > 0 else { return count }
    let kept =
      min(timeline.end ?? .infinity, pictures.upperBound) - max(timeline.start ?? -.infinity, pictures.lowerBound)
    return min(count, max(1, Int((Double(count) * kept / length).rounded())))
  }

  /// When the film ends on the result's timeline.
  func endTime(of film: Film, on timeline: TimelinePlan) -> Double? {
    guard source.damage.isEmpty, film.stream.duration != nil else { return nil }
    return TimelineClock(timeline).result(min(timeline.end ?? .infinity, range(of: film.stream).upperBound))
  }

  /// Chapters on the result's timeline: moved, cut to it, none empty, none over another.
  func chapters(on timeline: TimelinePlan, notes: inout PlanNotes) -> [Chapter] {
    let clock = TimelineClock(timeline)
    let moved = source.chapters
      .filter { $0.start.isFinite && $0.end.isFinite }
      .map { chapter in
        Chapter(
          start: max(0, clock.result(chapter.start)), end: min(timeline.duration, clock.result(chapter.end)),
          title: chapter.title)
      }
      .filter { $0.end - $0.start >= 0.001 }
      // Of chapters that begin together, the longest first: it holds the others, and they say more.
      .sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
    let ends = moved.dropFirst().map(\.start) + [timeline.duration]
    let kept = zip(moved, ends)
      .map { chapter, next in Chapter(start: chapter.start, end: min(chapter.end, next), title: chapter.title) }
      .filter { $0.end - $0.start >= 0.001 }
    if kept.count < source.chapters.count {
      notes.decide(
        "chapters", "\(kept.count) of \(source.chapters.count)", because: "the others are empty or outside what is kept"
      )
    }
    return kept
  }

  /// The moment that the recording begins at: a file's own zero where its kind has one, else its first packet.
  ///
  /// The zero of an ISO base media file is where its edit lists begin, and a pause there is meant. Elsewhere a clock
  /// that begins later than half a second is what a cut left; players jump to the first packet then.
  ///
  /// What comes before the zero is kept: pictures always, sound when it is more than an encoder's run-up.
  private func beginning(of film: Film, keeping streams: [StreamPlan]) -> Double {
    let format = source.container.formatName
    let keepsClock =
      source.container.isMatroska || format.split(separator: ",").contains { $0 == "avi" || $0 == "flv" }
    let hasZero = source.container.isISOBaseMedia || keepsClock && source.startTime <= 0.5
    var beginning = hasZero ? 0 : source.startTime
    let halfFrame = 0.5 / FrameTiming.rate(of: film.video).value
    if let start = film.stream.startTime, start < beginning - halfFrame { beginning = start }
    let sounds = kept(streams).filter { $0.role == .sound }.compactMap { stream in
      stream.startTime.flatMap { $0 < beginning - stream.longestRunUp ? $0 : nil }
    }
    if let start = sounds.min() { beginning = start }
    return beginning
  }

  private func latestEnd(of streams: [StreamPlan]) -> Double {
    kept(streams).filter { $0.role == .film || $0.role == .sound }.map { range(of: $0).upperBound }.max()
      ?? source.startTime + source.duration
  }

  private func kept(_ streams: [StreamPlan]) -> [StreamDescription] {
    zip(source.streams, streams).filter { $1.action != .drop }.map { $0.0 }
  }

  private func finite(_ time: Double?) -> Double? { time.flatMap { $0.isFinite ? $0 : nil } }

  func range(of stream: StreamDescription) -> ClosedRange<Double> {
    let start = finite(stream.startTime) ?? source.startTime
    return start...(start + max(0, finite(stream.duration) ?? source.duration))
  }
}

extension StreamDescription {
  /// Seconds that an encoder of such sound may put before the first sample, at most.
  fileprivate var longestRunUp: Double {
    // The FDK library's 7106 samples of HE-AAC v2 are the most that is known.
    guard profile?.hasPrefix("HE-AAC") == true, let rate = audio?.sampleRate, rate > 0 else { return 0.1 }
    return max(0.1, 7_200 / Double(rate))
  }
}
