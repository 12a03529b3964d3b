internal import FFmpeg
internal import Media

/// Decodes a few frames at places spread over what is kept of the film, and measures them.
///
/// The work is bounded by the number of places and packets, not by the clock, so that the same film always gives the
/// same analysis.
struct ContentLook {
  let source: SourceDescription
  let streams: StreamAnalysis
  let trim: TimeRange
  let control: JobControl

  /// Pixels that may be decoded in all: less than a second's work.
  private static let budget = 180_000_000
  /// Which of the frames from a place on is measured, with the one before it: a keyframe alone tells of no motion.
  private static let frameOfPlace = 3

  /// Looks at the film.
  ///
  /// - Returns: What it tells; `nil` when no frame could be measured.
  func analyze() throws -> ContentAnalysis? {
    guard let film = source.film, let video = film.video else { return nil }
    var summary = ContentSummary(color: video.color)
    do {
      try look(at: film, video, &summary, searching: true)
      // Some kinds of file can't be searched, or only for places from which nothing decodes.
      if summary.analysis == nil { try look(at: film, video, &summary, searching: false) }
    } catch is FFmpegError {
      try control.check()
    }
    return summary.analysis
  }

  private func look(
    at film: StreamDescription, _ video: VideoDescription, _ summary: inout ContentSummary, searching: Bool
  ) throws {
    let demuxer = try Demuxer(path: source.path, interruption: control.interruption, analysis: streams)
    guard let stream = demuxer.streams.first(where: { $0.index == film.index }) else { return }
    demuxer.keepOnly([film.index])
    let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: ThreadBudget().decoder)
    var runs = [Run(seek: nil, start: nil)]
    if searching {
      runs = try self.runs(film, video, demuxer, stream)
    } else {
      runs[0].targets = places(film, video).dropFirst().map { Timestamp.ticks(seconds: $0, in: stream.timeBase) }
    }
    // Deep pictures take about twice as long.
    let cost = (video.pixelFormat?.bitDepth ?? 8) > 8 ? 2 : 1
    var frames = max(8, Self.budget / max(1, video.size.width * video.size.height * cost))
    for (number, run) in runs.enumerated() {
      try control.check()
      decoder.reset()
      if let place = run.seek { try? demuxer.seek(to: place, stream: film.index) }
      // What one run leaves, the others may use.
      let share = max(Self.frameOfPlace + 1, frames / (runs.count - number))
      frames -= try decode(run, atMost: share, demuxer, decoder, &summary)
    }
  }

  /// Places that are decoded from one keyframe on, in ticks.
  private struct Run {
    /// Where the search for the keyframe begins; `nil` for the file's beginning.
    let seek: Int64?
    /// The keyframe's time.
    let start: Int64?
    /// Where frames are measured behind the first ones.
    var targets: [Int64] = []
  }

  /// The places by the keyframes that come before them.
  private func runs(
    _ film: StreamDescription, _ video: VideoDescription, _ demuxer: Demuxer, _ stream: InputStream
  ) throws -> [Run] {
    var runs: [Run] = []
    for time in places(film, video) {
      try control.check()
      let ticks = Timestamp.ticks(seconds: time, in: stream.timeBase)
      var start: Int64?
      // What can't be searched has one run, from its beginning.
      if (try? demuxer.seek(to: ticks, stream: film.index)) != nil, let packet = try demuxer.read() {
        start = packet.presentationTime ?? packet.decodeTime
      }
      if let last = runs.indices.last, runs[last].start == start {
        runs[last].targets.append(ticks)
      } else {
        runs.append(Run(seek: ticks, start: start))
      }
    }
    return runs
  }

  /// Fewer places of very large pictures, which take long to decode.
  private func places(_ film: StreamDescription, _ video: VideoDescription) -> [Double] {
    let count = video.size.width * video.size.height > 4_000_000 ? 5 : 8
    let start = film.startTime ?? 0
    let length = film.duration ?? source.duration
    let from = min(max(trim.start ?? 0, 0), length)
    let to = max(min(trim.end ?? length, length), from)
    return (0..<count).map { start + from + (to - from) * (Double($0) + 0.5) / Double(count) }
  }

  /// - Returns: How many frames were decoded.
  private func decode(
    _ run: Run, atMost limit: Int, _ demuxer: Demuxer, _ decoder: Decoder, _ summary: inout ContentSummary
  ) throws -> Int {
    var targets = run.targets[...]
    var previous: Frame?
    var countdown = Self.frameOfPlace
    var count = 0
    while count < limit {
      try control.check()
      // What doesn't decode is for the job to find out.
      let packet = try demuxer.read()
      if let packet { try? decoder.send(packet) } else { try? decoder.finish() }
      while case .ready(let frame)? = try? decoder.receive() {
        count += 1
        if countdown == 0, let target = targets.first, (frame.bestEffortTime ?? .max) >= target {
          targets.removeFirst()
          countdown = Self.frameOfPlace
        }
        if countdown > 0 {
          countdown -= 1
          if countdown == 0 { summary.add(frame, after: previous) }
        }
        previous = frame
        if countdown == 0, targets.isEmpty { return count }
      }
      guard packet != nil else { break }
    }
    // A place so near to the end that nothing follows.
    if countdown > 0, let previous { summary.add(previous, after: nil) }
    return count
  }
}

/// What the places of a look told so far.
struct ContentSummary {
  let color: ColorDescription
  private var places = 0
  private var noise: [Double] = []
  private var motion: [Double] = []
  private var screens: [Double] = []
  private var black = 1.0
  private var white = 0.0

  init(color: ColorDescription) { self.color = color }

  /// Adds a frame of a place.
  mutating func add(_ frame: Frame, after previous: Frame?) {
    guard let measured = frame.brightness(after: previous) else { return }
    places += 1
    noise += measured.noise
    let blocks = Double(max(measured.blocks, 1))
    if previous != nil { motion.append(Double(measured.movingBlocks) / blocks) }
    if previous != nil, let likelihood = Self.screenLikelihood(measured) { screens.append(likelihood) }
    addLevels(measured)
  }

  /// The analysis; `nil` when no place showed anything.
  var analysis: ContentAnalysis? {
    guard places > 0 else { return nil }
    // The quietest tenth of all blocks has no texture; it is below the mean by a known share.
    let noise = 1.19 * (Self.quantile(self.noise, 0.1) ?? 0)
    return ContentAnalysis(
      places: places, noise: noise, motion: Self.quantile(motion, 0.5) ?? 0,
      screenLikelihood: screens.isEmpty ? 0 : screens.reduce(0, +) / Double(screens.count), black: min(black, white),
      white: max(black, white))
  }

  /// How much a picture looks like a screen; `nil` when there is next to nothing in it.
  private static func screenLikelihood(_ picture: PictureMeasures) -> Double? {
    let (blocks, pixels) = (Double(max(picture.blocks, 1)), Double(max(picture.pixels, 1)))
    // Each pixel has a neighbor in two directions.
    let density = Double(picture.edges) / pixels / 2 * 1000
    if Double(picture.evenBlocks) / blocks > 0.985, density < 0.2 { return nil }
    let steps = (0..<256).map { step in picture.histogram[(step * 4)..<(step * 4 + 4)].reduce(0, +) }
    let counted = Double(max(steps.reduce(0, +), 1))
    let commonest = Double(steps.sorted(by: >).prefix(6).reduce(0, +)) / counted
    let edges = Double(max(picture.edges, 1))
    return rise(commonest, from: 0.4, to: 0.65)
      * rise(Double(picture.stillBlocks) / blocks, from: 0.2, to: 0.45)
      * rise(Double(picture.sharpEdges) / edges, from: 0.27, to: 0.37)
      * rise(Double(picture.cleanEdges) / edges, from: 0.010, to: 0.022) * rise(density, from: 0.3, to: 1)
  }

  private static func rise(_ value: Double, from low: Double, to high: Double) -> Double {
    min(max((value - low) / (high - low), 0), 1)
  }

  private mutating func addLevels(_ picture: PictureMeasures) {
    let counted = picture.histogram.reduce(0, +)
    guard counted > 0 else { return }
    let share = max(1, counted / 1000)
    var (low, high) = (0, 1023)
    var sum = picture.histogram[0]
    while sum < share, low < 1023 {
      low += 1
      sum += picture.histogram[low]
    }
    sum = picture.histogram[1023]
    while sum < share, high > 0 {
      high -= 1
      sum += picture.histogram[high]
    }
    let (zero, one) = color.range == .full ? (0.0, 255.0) : (16.0, 235.0)
    black = min(black, (Double(low) / 4 - zero) / (one - zero))
    white = max(white, (Double(high) / 4 - zero) / (one - zero))
  }

  private static func quantile(_ values: [Double], _ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    return values.sorted()[Int(Double(values.count - 1) * share)]
  }
}

extension Frame {
  /// Measures the picture; one that isn't laid out for it is converted first.
  fileprivate func brightness(after previous: Frame?) -> PictureMeasures? {
    if let measured = measures(after: previous) { return measured }
    guard let mine = try? luma() else { return nil }
    return mine.measures(after: previous.flatMap { try? $0.luma() })
  }

  /// The same picture with brightness in a plane of its own.
  private func luma() throws(FFmpegError) -> Frame? {
    guard let format = pixelFormat else { return nil }
    let graph = try FilterGraph(
      input: .video(size: size, pixelFormat: format, pixelAspect: Rational(1, 1), timeBase: Rational(1, 1)),
      description: "scale=out_range=limited,format=yuv444p", threads: 1)
    try graph.send(copy())
    try graph.finish()
    guard case .ready(let frame) = try graph.receive() else { return nil }
    return frame
  }
}
