internal import FFmpeg
internal import Media

/// Makes frames between those of slow motion; everything else passes through.
///
/// Each slow part has a graph of its own, which also gets the first frame behind the part, so that the way there is made,
/// too. FFmpeg's filter looks two frames ahead and gives nothing for the last ones; copies of the last frame stand in.
struct MotionInterpolator {
  private struct Span {
    let start: Int64
    let end: Int64
  }

  private let rate: Rational
  private let timeBase: Rational
  private let threads: Int
  private let color: ColorDescription
  /// The slow parts in ticks of the result.
  private let spans: [Span]
  /// The part that is being made.
  private var current: Part?

  private struct Part {
    let span: Span
    let graph: FilterGraph
    /// The time of its first frame, from which the filter counts.
    let base: Int64
    var last: Frame
    /// Until when frames are made: the next part's, or the first frame's behind.
    var limit: Int64
    var count = 0
  }

  /// Prepares for a plan; `nil` where nothing is to be made.
  init?(_ plan: VideoPlan, timeline: TimelinePlan, threads: Int) {
    guard
      let rate = plan.steps.lazy.compactMap({ if case .interpolate(let rate) = $0 { rate } else { nil } }).first
    else { return nil }
    self.rate = rate
    self.threads = threads
    color = plan.color
    let timeBase = plan.stepTimeBase
    self.timeBase = timeBase
    let clock = TimelineClock(timeline)
    spans = timeline.speed.enumerated().filter { $0.element.speed.value < 1 }.map { index, segment in
      // Before the first and behind the last part its speed goes on.
      Span(
        start: index == 0 ? .min : Timestamp.ticks(seconds: clock.result(segment.start), in: timeBase),
        end: index == timeline.speed.count - 1
          ? .max : Timestamp.ticks(seconds: clock.result(segment.end), in: timeBase))
    }
  }

  /// Takes a frame; gives those that are ready.
  mutating func add(_ frame: Frame) throws(FFmpegError) -> [Frame] {
    guard let time = frame.presentationTime else { return [frame] }
    var ready: [Frame] = []
    if var part = current {
      try send(frame, at: time, to: part)
      if time < part.span.end {
        part.last = try frame.copy()
        ready += try drain(&part)
        current = part
        return ready
      }
      part.last = try frame.copy()
      part.limit = time
      ready += try end(&part)
      current = nil
    }
    guard let span = spans.first(where: { $0.start <= time && time < $0.end }) else { return ready + [frame] }
    let part = Part(span: span, graph: try makeGraph(like: frame), base: time, last: try frame.copy(), limit: .max)
    try send(frame, at: time, to: part)
    current = part
    return ready
  }

  /// Gives what is still held back.
  mutating func finish() throws(FFmpegError) -> [Frame] {
    guard var part = current.take() else { return [] }
    let time = part.last.presentationTime ?? part.base
    part.limit = max(time + max(part.last.duration, 1), time + 1)
    return try end(&part)
  }

  private func send(_ frame: Frame, at time: Int64, to part: Part) throws(FFmpegError) {
    let copy = try frame.copy()
    copy.presentationTime = time - part.base
    try part.graph.send(copy)
  }

  private mutating func end(_ part: inout Part) throws(FFmpegError) -> [Frame] {
    // As long as the wait for the end may be, and two more for the filter to look at.
    let step = max(1, Timestamp.rescale(1, from: rate.inverse, to: timeBase))
    let time = part.last.presentationTime ?? part.base
    let far = max(part.limit == .max ? time : part.limit, time) + 2 * step
    for place in [far, far + step, far + 2 * step] { try send(part.last, at: place, to: part) }
    try part.graph.finish()
    let ready = try drain(&part)
    guard part.count == 0 else { return ready }
    part.last.presentationTime = part.base
    return part.limit > part.base ? [part.last] : []
  }

  private func drain(_ part: inout Part) throws(FFmpegError) -> [Frame] {
    var ready: [Frame] = []
    let step = Timestamp.rescale(1, from: rate.inverse, to: timeBase)
    while case .ready(let frame) = try part.graph.receive() {
      guard let time = frame.presentationTime else { continue }
      let shown = part.base + Timestamp.rescale(time, from: part.graph.timeBase, to: timeBase)
      // A frame just before the one that is there anyway would be shown for a moment only.
      guard part.limit == .max || shown + step / 2 < part.limit else { continue }
      frame.presentationTime = shown
      frame.duration = part.limit == .max ? step : min(step, part.limit - shown)
      part.count += 1
      ready.append(frame)
    }
    return ready
  }

  private func makeGraph(like frame: Frame) throws(FFmpegError) -> FilterGraph {
    guard let format = frame.pixelFormat else {
      throw FFmpegError(function: "the frame's pixel format", code: FFmpegError.invalidData)
    }
    return try FilterGraph(
      input: .video(
        size: frame.size, pixelFormat: format, pixelAspect: frame.pixelAspect ?? Rational(1, 1), timeBase: timeBase),
      description: "format=yuv420p,minterpolate=fps=\(rate):mi_mode=mci:mc_mode=aobmc:me_mode=bidir:vsbmc=1,"
        + "format=\(format.name)", conversion: ScalerNotation(color: color).options, threads: threads)
  }
}
