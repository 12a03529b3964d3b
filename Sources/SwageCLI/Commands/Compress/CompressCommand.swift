import Swage

/// `swage compress INPUT`.
struct CompressCommand: Command {
  /// The words of `--codec`.
  enum CodecWish: String, CaseIterable, Sendable {
    case auto, h264, hevc
  }

  var input = ""
  var output: String?
  var replacesSource = false
  var preset: Preset?
  var codec: CodecWish?
  var encoder = EncoderOptions()
  var backend = BackendChoice.automatic
  var device: String?
  var allowsFallback = false
  var speed = SpeedPreset.balanced
  var longSide: Int?
  var shortSide: Int?
  var rotation = RotationPolicy.keep
  var trim = TimeRange()
  var time = TimeOptions()
  var filters = FilterOptions()
  var drawing = DrawingOptions()
  var sound = SoundOptions()
  var tracks = TrackSelection.all
  var metadata = MetadataPolicy.keep
  var metadataEntries: [MetadataEntry] = []
  var isStrict = false
  var allowsLarger = false
  var salvages = false
  var verification: VerificationLevel?
  var isDryRun = false
  var printsJSON = false
  var progress = ProgressStyle.auto
  var isQuiet = false
  var isVerbose = false

  func validate() throws(UsageError) {
    _ = try outputLocation()
    if device != nil, backend == .software {
      throw UsageError("'--device' names a video unit, but '--backend software' uses none")
    }
    if allowsFallback, device == nil, backend == .automatic {
      throw UsageError("'--allow-fallback' needs '--backend' or '--device'; without them Swage falls back anyway")
    }
    try encoder.validate()
    try sound.validate()
    try time.validate()
    try filters.validate()
  }

  func run(in context: CommandContext) async -> ExitStatus {
    await run(with: AutomaticCompressor(probing: .runningCommand), in: context)
  }

  /// Runs with a given compressor; the request carries the choice of backend.
  func run(with compressor: some Compressor, in context: CommandContext) async -> ExitStatus {
    let request: CompressionRequest
    do {
      request = try self.request()
    } catch {
      context.console.complain(error.message)
      return .wrongUsage
    }
    if isVerbose {
      Diagnostics.forwardLog { [console = context.console] in console.error("ffmpeg: \(Printable.text($0))\n") }
    }
    return isDryRun
      ? await plan(request, with: compressor, in: context) : await compress(request, with: compressor, in: context)
  }

  private func plan(
    _ request: CompressionRequest, with compressor: some Compressor, in context: CommandContext
  ) async -> ExitStatus {
    let ending = FailureEnding(context: context, printsJSON: printsJSON, isVerbose: isVerbose)
    let result = await context.signals.run(atDeadline: { ending.announceInterruption(stage: .plan) }) {
      try await compressor.plan(request)
    }
    switch result {
    case .success(let plan):
      let text =
        printsJSON
        ? JSONDocument.plan(plan).document : PlanText.render(plan, isVerbose: isVerbose)
      return context.console.deliver(text)
    case .failure(let error): return ending.deliver(error, stage: .plan)
    }
  }

  private func compress(
    _ request: CompressionRequest, with compressor: some Compressor, in context: CommandContext
  ) async -> ExitStatus {
    let display = ProgressDisplay(
      style: progress.resolved(for: context.console.terminal, isQuiet: isQuiet, printsJSON: printsJSON),
      console: context.console)
    let ending = FailureEnding(context: context, printsJSON: printsJSON, isVerbose: isVerbose)
    let announce: @Sendable () -> Void = {
      display.finish()
      ending.announceInterruption(stage: display.stage)
    }
    let result = await context.signals.run(atDeadline: announce) {
      try await compressor.compress(request) { display.show($0) }
    }
    display.finish()
    switch result {
    case .success(let report):
      let text =
        printsJSON
        ? JSONDocument.report(report).document : isQuiet ? "" : ReportText.render(report, isVerbose: isVerbose)
      return context.console.deliver(text, then: report.outcome == .failed ? .failed : .success)
    case .failure(let error): return ending.deliver(error, stage: display.stage)
    }
  }

  static func usageFailure(_ error: UsageError) -> JSONValue? {
    JSONDocument.failure(JobFailure(code: .invalidRequest, message: error.message, stage: .request))
  }
}
