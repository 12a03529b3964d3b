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
  let analysis: ContentAnalysis?
  let filters: FilterSupport

  /// Gathers what a plan depends on.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - source: What the source is.
  ///   - machine: What can encode here, the best first, and what can't.
  ///   - destination: The path that the result gets.
  ///   - replacesSource: Whether the destination is the source itself.
  ///   - analysis: What a look at the film's frames told; `nil` when there was none.
  ///   - filters: Which filters there are.
  package init(
    request: CompressionRequest, source: SourceDescription, machine: MachineCapabilities, destination: String,
    replacesSource: Bool, analysis: ContentAnalysis? = nil, filters: FilterSupport = .complete
  ) {
    self.request = request
    self.source = source
    self.machine = machine
    self.destination = destination
    self.replacesSource = replacesSource
    self.analysis = analysis
    self.filters = filters
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
    let cut = try cut(of: film, in: container, notes: &notes)
    let streams = streamPlans(in: container, film: film, isTrimmed: cut.isTrimmed, notes: &notes)
    let timeline = timeline(for: cut, keeping: streams)
    let chapters = chapters(on: timeline, notes: &notes)
    let shape = shape(of: film, in: container, notes: &notes)
    let choice = try encoders(for: film, encoding: shape.fitted.size, notes: &notes)
    let video = videoPlan(of: film, shape: shape, codec: choice.codec, timeline: timeline, notes: &notes)
    let unmet = unmetWishes(of: film, as: video, in: container, isTrimmed: cut.isTrimmed)
    return CompressionPlan(
      source: source.path, destination: destination, replacesSource: replacesSource, container: container,
      attempts: attempts(for: film, by: choice, video: video, unmet: unmet, container: container, notes: &notes),
      video: video, streams: streams, timeline: timeline, chapters: chapters, metadata: request.metadata,
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

  /// The measured average bit rate; `nil` when it can't be told.
  var bitRate: BitRate? { stream.bitRate.flatMap { $0.bitsPerSecond > 0 ? $0 : nil } }
}
