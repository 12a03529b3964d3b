internal import Capabilities
internal import FFmpeg
internal import Jobs
internal import Media
internal import VideoCompression

/// The stages of a picture's job, from bytes to bytes.
struct ImageJob {
  let settings: ImageSettings
  /// The kind of file that the output's name asks for; `nil` when it asks for none.
  let namedFormat: ImageFormat?
  /// How messages call the source.
  let name: String
  /// The source's path; `nil` for bytes in memory.
  let path: String?
  /// How many threads filters and encoders may use; 0 for as many as there are cores.
  let threads: Int
  let control: JobControl
  /// The job's way through the budget of pixels.
  let passage: PixelBudget.Passage
  /// Which encoder may be used.
  var wish = EncoderWish(backend: .software)
  /// The video units of this machine, as far as the wishes let them in.
  var machine = MachineCapabilities(devices: [])
  /// Which of the formats that the picture is encoded in takes the most memory; `nil` when there is only the one.
  var heaviestFormat: ImageFormat?

  /// A picture that is ready to be encoded, once or again and again.
  struct Ready {
    let source: SourcePicture
    let plan: ImagePlan
    let prepared: PreparedPicture
  }

  /// Reads, plans and prepares; waits before samples are decoded until the budget has room for them.
  func makeReady(_ bytes: [UInt8], _ report: inout ImageReport) throws -> Ready {
    let format = settings.format ?? namedFormat ?? .heic
    try ImagePlanner.check(settings, for: format)
    var clock = StageClock()
    let source = try PictureReader(
      name: name, path: path, pixelLimit: settings.pixelLimit,
      willDecode: { size, pixels in
        let count = PixelBudget.count(pixels, size: size, longSide: settings.longSide, format: heaviestFormat ?? format)
        try passage.admit(count, for: control)
        _ = clock.lap()
      }
    ).read(bytes)
    report.seconds.decoding = clock.lap()
    report.source = source.description
    report.warnings += source.warnings
    if let path, let named = ImageFormat(fileExtension: Path.split(Path.name(of: path)).fileExtension),
      named.rawValue != source.description.format.rawValue
    {
      report.warnings.append("the source is \(source.description.format.name), whatever its name says")
    }
    try control.check()
    let plan = try ImagePlanner(
      settings: settings, source: SourceFacts(source), namedFormat: namedFormat,
      writesDeepAVIF: HeifLibrary.writesDeepAVIF, wish: wish, machine: machine
    ).plan()
    report.decisions = plan.decisions
    report.parts = plan.parts
    report.attempts = plan.refusals.map {
      ImageReport.Attempt(
        backend: $0.backend, encoder: $0.encoder, device: $0.device, result: .refused, reason: $0.reason)
    }
    report.warnings += plan.warnings
    let prepared = try PicturePreparation(plan: plan, threads: threads).prepare(source)
    report.seconds.preparing = clock.lap()
    try control.check()
    return Ready(source: source, plan: plan, prepared: prepared)
  }

  /// Encodes and checks, by one way after another until one succeeds.
  ///
  /// - Parameter readBack: Puts a file where it is to be checked, and reads it again.
  /// - Returns: The file; `nil` when the source takes the place of a result that isn't smaller.
  func make(
    _ ready: Ready, at path: String?, _ report: inout ImageReport, readBack: ([UInt8]) throws -> [UInt8]
  ) throws -> [UInt8]? {
    for (index, attempt) in ready.plan.attempts.enumerated() {
      let isLast = index == ready.plan.attempts.count - 1
      do {
        let made = try encode(ready, by: attempt, &report)
        if isNotSmaller(made.bytes.count, than: ready) {
          let reason = "not smaller: \(made.bytes.count) bytes of \(ready.source.description.bytes)"
          report.tried(attempt, by: made.encoder, .failed, reason: reason)
          // The processor makes more of few bytes than a video unit.
          if !isLast { continue }
          try checkStandIn(made.bytes.count, for: ready)
          return nil
        }
        try verify(try readBack(made.bytes), of: ready, at: path, &report)
        report.tried(attempt, by: made.encoder, .succeeded, reason: attempt.reason)
        report.take(attempt, by: made)
        return made.bytes
      } catch let error as CompressionError where error.code == .encodingFailed || error.code == .verificationFailed {
        try control.check()
        report.tried(attempt, by: attempt.unit?.encoder, .failed, reason: error.description)
        guard !isLast else { throw error }
        report.forgetResult()
        report.warnings.append("another way was taken after a failure: \(error.description)")
      }
    }
    return nil
  }

  /// Encodes by the processor; `quality` counts instead of the plan's when it is given.
  func encode(_ ready: Ready, quality: Double? = nil, _ report: inout ImageReport) throws -> [UInt8] {
    let made = try encode(ready, by: .processor, quality: quality, &report)
    report.take(.processor, by: made)
    return made.bytes
  }

  private func encode(
    _ ready: Ready, by attempt: PictureAttempt, quality: Double? = nil, _ report: inout ImageReport
  ) throws -> PictureEncoder.Result {
    var clock = StageClock()
    defer {
      report.seconds.encoding += clock.lap()
      report.abandonedThreads = control.abandonedThreads
    }
    let made = try PictureEncoder(plan: ready.plan, source: ready.source, threads: threads)
      .encode(ready.prepared, by: attempt.coder, quality: quality, control: control)
    try control.check()
    return made
  }

  /// Checks a file that was read back.
  func verify(_ bytes: [UInt8], of ready: Ready, at path: String?, _ report: inout ImageReport) throws {
    var clock = StageClock()
    let result = try ImageVerifier(
      plan: ready.plan, source: ready.source, prepared: ready.prepared, threads: threads
    ).verify(bytes, path: path)
    report.seconds.verifying += clock.lap()
    report.verification = result.verification
    report.similarity = result.similarity
    report.output = result.output.description
    guard result.verification.passed else {
      let failed = result.verification.checks.filter { !$0.passed }
        .map { "\($0.name): expected \($0.expected), found \($0.found)" }.joined(separator: "; ")
      throw CompressionError(
        code: .verificationFailed, message: "the result isn't what it should be", stage: .verify, cause: failed)
    }
    try control.check()
  }

  private func isNotSmaller(_ made: Int, than ready: Ready) -> Bool {
    settings.sizePolicy == .neverLarger && Int64(made) >= ready.source.description.bytes
  }

  /// Throws when the source can't take the place of a result that isn't smaller.
  private func checkStandIn(_ made: Int, for ready: Ready) throws(CompressionError) {
    guard !ready.plan.unmetWishes.isEmpty else { return }
    throw CompressionError(
      code: .notSmaller,
      message: "the result has \(made) bytes, the source \(ready.source.description.bytes), and the source doesn't "
        + "meet the wish for " + ready.plan.unmetWishes.joined(separator: ", "),
      remedy: "lower the quality, or allow a larger result (--allow-larger)", stage: .encode)
  }
}

extension SourceFacts {
  init(_ source: SourcePicture) {
    self.init(
      description: source.description, turn: source.turn, layout: source.picture.pixelFormat ?? .yuv420p,
      samples: source.picture.color,
      hasAlpha: source.alpha != nil, profileSpace: source.profileSpace, saysColor: source.saysColor,
      metadata: source.metadata, companions: source.companions, hasGainMap: !source.gainMap.isEmpty)
  }
}

/// Measures wall-clock seconds from one stage to the next.
struct StageClock {
  private var last = ContinuousClock.now
  private let first = ContinuousClock.now

  /// Seconds since the last call, or since the beginning.
  mutating func lap() -> Double {
    defer { last = .now }
    return Self.seconds(last.duration(to: .now))
  }

  /// Seconds since the beginning.
  var total: Double { Self.seconds(first.duration(to: .now)) }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }
}
