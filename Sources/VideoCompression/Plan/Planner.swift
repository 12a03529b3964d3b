package import Capabilities
import Media

/// Decides everything about a job from three values: what is asked, what the source is, and what can encode here.
///
/// A pure function: equal values give equal plans. Files and devices aren't looked at; what has to be seen of the film's
/// frames was seen before.
package struct Planner {
  let request: CompressionRequest
  let source: SourceDescription
  let machine: MachineCapabilities
  let destination: String
  let replacesSource: Bool
  let optionProblems: [String: String]
  /// The film's frames, one by one; `nil` for what the description alone tells.
  package var frames: FilmFrames?
  /// What chooses the frames that are kept instead of what the request names; `nil` for that.
  let reducer: (any FrameReducer)?
  let drawing: DrawingFacts
  let analysis: ContentAnalysis?

  /// Gathers what a plan depends on.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - source: What the source is.
  ///   - machine: What can encode here, the best first, and what can't.
  ///   - destination: The path that the result gets.
  ///   - replacesSource: Whether the destination is the source itself.
  ///   - optionProblems: Why encoders can't take the request's raw options, by FFmpeg's names of the encoders.
  ///   - frames: The film's frames, one by one; `nil` for what the description alone tells.
  ///   - reducer: What chooses the frames that are kept instead of what the request names; `nil` for that. Has to choose
  ///     the same frames each time.
  ///   - drawing: What is known of what is to be drawn.
  ///   - analysis: What a look at the film's frames told; `nil` when there was none.
  package init(
    request: CompressionRequest, source: SourceDescription, machine: MachineCapabilities, destination: String,
    replacesSource: Bool, optionProblems: [String: String] = [:], frames: FilmFrames? = nil,
    reducer: (any FrameReducer)? = nil, drawing: DrawingFacts = .none, analysis: ContentAnalysis? = nil
  ) {
    self.request = request
    self.source = source
    self.machine = machine
    self.destination = destination
    self.replacesSource = replacesSource
    self.optionProblems = optionProblems
    self.frames = frames
    self.reducer = reducer
    self.drawing = drawing
    self.analysis = analysis
  }

  /// Makes the plan.
  ///
  /// - Returns: Everything that will be done, with a reason for each choice that isn't simply what was asked.
  /// - Throws: ``CompressionError`` when the request is out of range, or can't be met with this source here.
  package func plan() throws(CompressionError) -> CompressionPlan {
    var notes = PlanNotes()
    try RequestValidation.check(request)
    let film = try usableFilm(notes: &notes)
    let container = container(notes: &notes)
    try checkSound(in: container)
    let cut = try cut(of: film, in: container, notes: &notes)
    let streams = streamPlans(in: container, film: film, cut: cut, notes: &notes)
    try checkLosses(streams)
    noteEmptyMix(notes: &notes)
    let timeline = timeline(for: cut, keeping: streams)
    let chapters = chapters(on: timeline, notes: &notes)
    let shape = shape(of: film, in: container, notes: &notes)
    let choice = try encoders(for: film, encoding: shape.fitted.size, notes: &notes)
    let drawn = try drawingPlan(on: shape.fitted.size, beginning: cut.beginning, notes: &notes)
    let video = try videoPlan(
      of: film, shape: shape, codec: choice.codec, timeline: timeline, drawing: drawn, notes: &notes)
    let shown = film.shown(on: timeline)
    let wishedRate = try wishedRate(
      for: shown, frames: video.frameCount, beside: streams, on: timeline, notes: &notes)
    let rate = try rate(wishedRate, within: video.level, codec: choice.codec, video: video)
    let unmet = unmetWishes(of: film, as: video, in: container, cut: cut)
    return CompressionPlan(
      source: source.path, destination: destination, replacesSource: replacesSource, container: container,
      attempts: attempts(
        for: shown, by: choice, at: rate, video: video, unmet: unmet, container: container, notes: &notes),
      video: video, streams: streams, timeline: timeline, chapters: chapters, metadata: request.metadata,
      metadataEntries: metadataEntries,
      sizeLimit: sizeLimit(on: timeline), whenNotSmaller: unmet.isEmpty ? .keepSource : .fail(unmetWishes: unmet.all),
      damagePolicy: request.damagePolicy,
      verification: request.verification ?? (replacesSource ? .full : .structure), refusals: choice.refusals,
      decisions: notes.decisions, warnings: notes.warnings)
  }
}

/// The stream that is the film, with the facts of its picture at hand.
struct Film {
  let stream: StreamDescription
  let video: VideoDescription
  /// Seconds of the source in a second of the result: as many times its bit rate have the same bytes.
  var pace = 1.0

  /// The measured average bit rate, at the speed at which the result shows it; `nil` when it can't be told.
  var bitRate: BitRate? {
    stream.bitRate.flatMap { $0.bitsPerSecond > 0 ? $0.scaled(by: pace, atLeast: .bits(1)) : nil }
  }

  /// The film as a result shows it.
  func shown(on timeline: TimelinePlan) -> Film {
    var film = self
    film.pace = timeline.pace
    return film
  }
}
