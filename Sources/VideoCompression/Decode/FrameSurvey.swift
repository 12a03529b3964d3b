internal import FFmpeg
internal import Media

/// A look at every picture of a film before anything is decided: how different each is from the one before, and where
/// scenes change.
struct FrameSurvey {
  let path: String
  let streamIndex: Int
  let analysis: StreamAnalysis
  /// The part that is looked at, on the source's timeline.
  let range: TimeRange
  let control: JobControl

  /// Decodes the part.
  ///
  /// A picture that doesn't decode is left out: whether that is damage is for the job to find out.
  func run() throws -> FilmFrames {
    var seen = SceneDetector()
    do {
      let demuxer = try Demuxer(path: path, interruption: control.interruption, analysis: analysis)
      guard let stream = demuxer.streams.first(where: { $0.index == streamIndex }) else { return FilmFrames([]) }
      demuxer.keepOnly([streamIndex])
      let map = TimelineMap(
        TimelinePlan(origin: range.start ?? 0, start: range.start, end: range.end, duration: 0),
        timeBase: stream.timeBase)
      if let start = map.start { demuxer.seek(toKeyframeBefore: start, stream: streamIndex) }
      let decoder = try Decoder(
        stream.parameters, timeBase: stream.timeBase,
        threads: ThreadBudget(sourceRate: stream.parameters.bitRate).decoder)
      var isOpen = true
      while isOpen, let packet = try demuxer.read() {
        try control.check()
        try? decoder.send(packet)
        isOpen = drain(decoder, map, &seen)
      }
      if isOpen {
        try? decoder.finish()
        _ = drain(decoder, map, &seen)
      }
    } catch is FFmpegError {
      // What was read until here is what there is.
      try control.check()
    }
    return FilmFrames(seen.entries())
  }

  /// - Returns: Whether more are wanted.
  private func drain(_ decoder: Decoder, _ map: TimelineMap, _ seen: inout SceneDetector) -> Bool {
    while true {
      let received = try? decoder.receive()
      guard case .ready(let frame)? = received else { return true }
      guard let time = frame.bestEffortTime ?? frame.presentationTime else { continue }
      if map.isPast(time) { return false }
      if let parts = frame.partBrightness { seen.add(parts, at: Timestamp.seconds(time, in: map.timeBase)) }
    }
  }
}
