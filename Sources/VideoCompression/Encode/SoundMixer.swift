internal import FFmpeg
internal import Media

/// Adds the samples of several tracks, or passes on those of one, as a single stretch of sound in the encoder's form.
///
/// Filters that mix wait for each of their inputs. So silence is fed to a track that ends before the others, begins
/// after them or has a hole, and no more sound is ever held back than ``patience`` allows.
struct SoundMixer {
  private let graph: FilterGraph
  private let plan: AudioPlan
  private let control: JobControl
  /// Where the sound of each track has come to, in samples; `nil` before the first of a track that is alone.
  private var ends: [Int64?]
  private let patience: Int64
  private let piece: Int64

  /// Seconds that a track may lie behind another in the file, where it isn't taken to be silent yet.
  static let patience = 10

  /// Builds the filters.
  init(tracks: Int, plan: AudioPlan, timeline: TimelinePlan, encoder: any SoundEncoder, control: JobControl) throws {
    self.plan = plan
    self.control = control
    patience = Int64(plan.sampleRate * Self.patience)
    piece = Int64(plan.sampleRate)
    // Tracks that are mixed begin together; one that is alone begins where it does.
    ends = Array(repeating: tracks > 1 ? 0 : nil, count: tracks)
    let filters = SoundFilters(plan: plan, timeline: timeline).gathering(
      tracks: tracks, sampleFormat: encoder.sampleFormat)
    let input = FilterInput.samples(rate: plan.sampleRate, channelLayout: plan.channelLayout)
    do {
      graph =
        tracks > 1
        ? try FilterGraph(
          inputs: Array(repeating: input, count: tracks), description: filters, frameSize: encoder.frameSize, threads: 1
        )
        : try FilterGraph(input: input, description: filters, frameSize: encoder.frameSize, threads: 1)
    } catch {
      throw CompressionError.transforming(error, what: "mixing the sound")
    }
  }

  /// Takes samples of a track; calls `body` with those that are ready for the encoder.
  ///
  /// - Returns: Whether `body` always wanted more.
  mutating func add(_ frame: Frame, from track: Int, _ body: (Frame) throws -> Bool) throws -> Bool {
    guard let time = frame.presentationTime ?? ends[track] else { return true }
    if let end = ends[track], time > end + piece / 10 {
      guard try fill(track, to: time, body) else { return false }
    }
    let end = time + Int64(frame.sampleCount)
    frame.presentationTime = time
    try mixing { () throws(FFmpegError) in try graph.send(frame, to: track) }
    ends[track] = max(ends[track] ?? end, end)
    guard try drain(body) else { return false }
    // A second or more at a time, because each piece runs all filters.
    for other in ends.indices where other != track && end - patience - (ends[other] ?? end) >= piece {
      guard try fill(other, to: end - patience, body) else { return false }
    }
    return true
  }

  /// Takes the end of all tracks; calls `body` with the last samples.
  mutating func finish(_ body: (Frame) throws -> Bool) throws -> Bool {
    let end = ends.compactMap(\.self).max() ?? 0
    // All end together: at the end of its first input, the filter that mixes forgets what it holds of it.
    for track in ends.indices where ends.count > 1 {
      guard try fill(track, to: end, body) else { return false }
    }
    for track in ends.indices {
      try mixing { () throws(FFmpegError) in try graph.finish(input: track) }
    }
    return try drain(body)
  }

  /// Feeds silence to a track, a second at a time.
  private mutating func fill(_ track: Int, to time: Int64, _ body: (Frame) throws -> Bool) throws -> Bool {
    guard var end = ends[track] else { return true }
    while end < time {
      try control.check()
      let length = min(piece, time - end)
      try mixing { () throws(FFmpegError) in
        let silence = try Frame(samples: Int(length), rate: plan.sampleRate, channelLayout: plan.channelLayout)
        silence.presentationTime = end
        try graph.send(silence, to: track)
      }
      end += length
      ends[track] = end
      guard try drain(body) else { return false }
    }
    return true
  }

  private func drain(_ body: (Frame) throws -> Bool) throws -> Bool {
    while case .ready(let frame) = try mixing({ () throws(FFmpegError) in try graph.receive() }) {
      frame.presentationTime = frame.presentationTime.map {
        Timestamp.rescale($0, from: graph.timeBase, to: Rational(1, Int32(plan.sampleRate)))
      }
      guard try body(frame) else { return false }
    }
    return true
  }

  private func mixing<Value>(_ body: () throws(FFmpegError) -> Value) throws -> Value {
    do { return try body() } catch {
      try control.check()
      throw CompressionError.transforming(error, what: plan.mixed.isEmpty ? "resampling the sound" : "mixing the sound")
    }
  }
}
