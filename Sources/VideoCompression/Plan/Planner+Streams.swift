import Capabilities
import Media

extension Planner {
  /// Refuses a job that would lose a stream, where that was asked for.
  func checkLosses(_ streams: [StreamPlan]) throws(CompressionError) {
    let losses = streams.filter(\.isLoss)
    guard request.streamLoss == .refuse, !losses.isEmpty else { return }
    let list = losses.map { "stream \($0.sourceIndex) (\($0.kind.rawValue)): \($0.reason)" }
    throw CompressionError(
      code: .notSupported, message: "not every stream can be kept: \(list.joined(separator: "; "))",
      remedy: "choose another container, or leave out --strict", stage: .plan)
  }

  /// What happens to each stream of the source, in its order.
  func streamPlans(
    in container: Container, film: Film, cut: Cut, notes: inout PlanNotes
  ) -> [StreamPlan] {
    let rules = StreamRules(
      request: request, source: source, film: film.stream, container: container,
      audioEncoders: machine.audioEncoders, beginning: cut.beginning, isTrimmed: cut.isTrimmed,
      changesSpeed: cut.changesSpeed, burnedTrack: burnedTrack)
    let unwanted = rules.unwantedTracks()
    return source.streams.map { stream in
      unwanted.contains(stream.index)
        ? stream.planned(.drop, "only the first track was asked for", isWished: true)
        : rules.plan(for: stream, notes: &notes)
    }
  }
}

/// What decides over a stream besides the stream itself.
struct StreamRules {
  let request: CompressionRequest
  let source: SourceDescription
  let film: StreamDescription
  let container: Container
  let audioEncoders: [AudioEncoderCapability]
  /// The moment of the source's clock that the recording begins at.
  let beginning: Double
  let isTrimmed: Bool
  let changesSpeed: Bool
  /// The index of the subtitle track that becomes a part of the picture; `nil` for none.
  let burnedTrack: Int?

  /// What happens to a stream that is wanted.
  func plan(for stream: StreamDescription, notes: inout PlanNotes) -> StreamPlan {
    switch stream.role {
    case .film where stream.index == film.index: stream.planned(.film, "the film")
    case .film, .secondaryVideo: secondaryVideo(stream)
    case .sound: sound(stream, notes: &notes)
    case .subtitle where stream.index == burnedTrack: stream.planned(.absorb, "it becomes a part of the picture")
    case .subtitle: subtitles(stream, notes: &notes)
    case .coverArt: coverArt(stream)
    case .chapterNames: chapterNames(stream)
    case .data: data(stream)
    case .attachment: attachment(stream)
    }
  }

  /// The sound and subtitle tracks that nobody asked for: all but one of each kind, if only the first is wanted.
  ///
  /// The one is the default track, else the first, of those that can be kept.
  func unwantedTracks() -> Set<Int> {
    guard request.tracks == .first else { return [] }
    return unwantedTracks(of: .sound).union(unwantedTracks(of: .subtitle))
  }

  private func unwantedTracks(of role: StreamDescription.Role) -> Set<Int> {
    var unused = PlanNotes()
    let mixed = Set(mixedTracks.map(\.sourceIndex))
    if role == .sound, !mixed.isEmpty {
      return Set(source.streams.filter { $0.role == .sound }.map(\.index)).subtracting(mixed)
    }
    let candidates = source.streams.filter { $0.role == role && $0.index != burnedTrack }
    let usable = candidates.filter { plan(for: $0, notes: &unused).action != .drop }
    guard let chosen = usable.first(where: { $0.disposition.contains(.default) }) ?? usable.first else { return [] }
    return Set(candidates.map(\.index)).subtracting([chosen.index])
  }

  /// Why a track can't go over sample by sample; `nil` when it can.
  var obstacleToCarrying: String? {
    if !container.isISOBaseMedia { return "this version writes no such tracks into \(container.inWords)" }
    if !source.container.isISOBaseMedia { return "this version can't read such tracks of this kind of file" }
    if source.container.isFragmented { return "the source is in fragments, whose tracks can't be carried over yet" }
    if isTrimmed { return "timed data can't be cut yet" }
    if changesSpeed { return "timed data can't be played faster or slower yet" }
    return nil
  }
}

extension StreamDescription {
  /// The plan for this stream.
  ///
  /// - Parameter isWished: Whether leaving the stream out is what was asked for, or leaves out nothing.
  func planned(_ action: StreamPlan.Action, _ reason: String, isWished: Bool = false) -> StreamPlan {
    StreamPlan(
      sourceIndex: index, kind: kind, action: action, reason: reason, isLoss: action == .drop && !isWished)
  }
}
