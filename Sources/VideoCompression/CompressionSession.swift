internal import Capabilities
internal import FFmpeg
internal import FoundationEssentials
internal import Media

/// One job from request to report: a call a stage.
final class CompressionSession: Sendable {
  private let request: CompressionRequest
  private let handlers: FrameHandlers
  private let machine: MachineCapabilities
  private let control: JobControl
  private let progress: ProgressMeter

  private init(
    _ request: CompressionRequest, handlers: FrameHandlers, machine: MachineCapabilities, control: JobControl,
    progress: @escaping @Sendable (CompressionProgress) -> Void
  ) {
    self.request = request
    self.handlers = handlers
    self.machine = machine
    self.control = control
    self.progress = ProgressMeter(progress)
  }

  /// Looks at the source and decides everything, on a thread of its own.
  static func plan(
    _ request: CompressionRequest, handlers: FrameHandlers, machine: MachineCapabilities
  ) async throws -> CompressionPlan {
    let control = JobControl()
    let session = CompressionSession(
      request, handlers: handlers, machine: machine, control: control, progress: { _ in })
    return try await onOwnThread(onCancel: { control.cancel() }) {
      var builder = ReportBuilder()
      return try session.plan(&builder).plan
    }
  }

  /// Does a job on a thread of its own.
  static func run(
    _ request: CompressionRequest, handlers: FrameHandlers, machine: MachineCapabilities,
    progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    let control = JobControl()
    let session = CompressionSession(
      request, handlers: handlers, machine: machine, control: control, progress: progress)
    return try await onOwnThread(onCancel: { control.cancel() }) { try session.run() }
  }

  private struct Prepared {
    let source: SourceDescription
    let analysis: StreamAnalysis
    let plan: CompressionPlan
    let drawing: DrawingLook
    let publisher: Publisher
  }

  private func run() throws -> CompressionReport {
    var builder = ReportBuilder()
    do {
      progress.enter(.probing)
      let prepared = try plan(&builder)
      let report = try carryOut(prepared, &builder)
      progress.enter(.finished)
      return report
    } catch let failure as ArtistFailure {
      throw failure.error
    } catch let error as CompressionError {
      try control.check()
      throw builder.fail(error, abandonedThreads: control.abandonedThreads)
    } catch let error as FFmpegError {
      try control.check()
      throw builder.fail(
        CompressionError.encoding(error, what: "the job"), abandonedThreads: control.abandonedThreads)
    }
  }

  private func plan(_ builder: inout ReportBuilder) throws -> Prepared {
    let path = request.source.path
    let status = try Probe.checkRegularFile(path)
    let (destination, replacesSource, alternative) = try Destination.resolve(request)
    let publisher = Publisher(
      destination: destination, replacesSource: replacesSource, source: status, alternative: alternative,
      metadata: request.metadata)
    try publisher.check()
    let drawing = try DrawingLook(request, handlers: handlers, control: control)
    let look = try Probe.look(at: path, control: control)
    let source = look.source
    builder.describe(source)
    var planner = Planner(
      request: request, source: source, machine: machine, destination: destination,
      replacesSource: replacesSource, optionProblems: EncoderOptionCheck.problems(of: request, on: machine),
      frames: FilmFrames(times: look.frameTimes), reducer: handlers.reducer, drawing: drawing.facts,
      analysis: try analysis(of: look))
    if let range = try planner.surveyRange(), let film = source.film {
      progress.enter(.surveying)
      planner.frames = try FrameSurvey(
        path: path, streamIndex: film.index, analysis: look.analysis, range: range, control: control
      ).run()
    }
    let plan = try planner.plan()
    builder.decide(plan)
    return Prepared(source: source, analysis: look.analysis, plan: plan, drawing: drawing, publisher: publisher)
  }

  /// Looks at the film's frames where a wish depends on them.
  private func analysis(of look: Probe.Look) throws -> ContentAnalysis? {
    let wishes = request.video
    guard wishes.noiseReduction != .off || wishes.levels == .automatic || wishes.content == .analyze else { return nil }
    return try ContentLook(source: look.source, streams: look.analysis, trim: request.trim, control: control).analyze()
  }

  private func carryOut(_ job: Prepared, _ builder: inout ReportBuilder) throws -> CompressionReport {
    let file = try job.publisher.makeTemporaryFile()
    // A cancelled job leaves nothing from this moment on, however long its threads take to end.
    let registration = control.onCancel { file.remove() }
    defer { control.remove(registration) }
    let material = try DrawingMaterial.prepare(
      job.plan, look: job.drawing, artist: handlers.drawFrame, control: control)
    for warning in material.warnings { builder.warn(warning) }
    let spare = SpareEncoder()
    var notSmaller: Int64?
    for (index, attempt) in job.plan.attempts.enumerated() {
      guard notSmaller != nil || attempt.condition == .unlessSucceeded else { continue }
      do {
        let made = try AttemptRunner(
          plan: job.plan, attempt: attempt, number: index + 1, source: job.source, analysis: job.analysis,
          drawing: material, file: file, spare: spare, control: control, progress: progress
        ).run()
        builder.tried(attempt, .succeeded, reason: attempt.reason)
        return try publish(made, file, attempt, job, &builder)
      } catch let larger as NotSmaller {
        builder.tried(
          attempt, .failed, reason: "not smaller: \(larger.bytes) bytes of \(job.plan.sizeLimit ?? 0)")
        notSmaller = larger.bytes
      } catch let error as CompressionError where isFallbackPossible(error, after: index, in: job.plan, notSmaller) {
        builder.tried(attempt, .failed, reason: error.description)
        builder.warn("another way was taken after a failure: \(error.description)")
      } catch let error as CompressionError {
        builder.tried(attempt, .failed, reason: error.description)
        throw error
      }
    }
    return try keepSource(file, job, &builder)
  }

  /// Whether another way is left after a failure that isn't the source's or the disk's fault.
  private func isFallbackPossible(
    _ error: CompressionError, after index: Int, in plan: CompressionPlan, _ notSmaller: Int64?
  ) -> Bool {
    guard !control.isCancelled, error.code == .encodingFailed || error.code == .verificationFailed else { return false }
    let rest = plan.attempts[(index + 1)...]
    return rest.contains { $0.condition == .unlessSucceeded || notSmaller != nil }
      || notSmaller != nil && plan.whenNotSmaller == .keepSource
  }

  private func publish(
    _ made: AttemptRunner.Made, _ file: TemporaryFile, _ attempt: PlannedAttempt, _ job: Prepared,
    _ builder: inout ReportBuilder
  ) throws -> CompressionReport {
    if let cause = made.result.deviceDecodingFailure {
      builder.warn("the device didn't decode the source, so the processor did: \(cause)")
    }
    if let hang = made.result.encoderHang { builder.warn("\(hang); it was started again, with one frame at a time") }
    for warning in made.result.drawingWarnings { builder.warn(warning) }
    progress.enter(.publishing)
    let path = try job.publisher.publish(file)
    if made.result.isDamaged {
      builder.warn("parts of the source don't decode: \(made.result.decoded?.firstDamage ?? "sound is damaged")")
    }
    let salvaged = made.result.isDamaged || !job.source.damage.isEmpty
    let outcome: CompressionReport.Outcome = salvaged ? .salvaged : attempt.isEncoding ? .compressed : .keptSource
    if outcome == .keptSource { builder.warn("not smaller: the source's picture was kept in another container") }
    return builder.finish(
      outcome, output: made.found, at: path, attempt: attempt, result: made.result,
      verification: made.verification, abandonedThreads: control.abandonedThreads)
  }

  private var isSizeAsked: Bool {
    if case .targetSize = request.video.rateControl { true } else { false }
  }

  private func keepSource(
    _ file: TemporaryFile, _ job: Prepared, _ builder: inout ReportBuilder
  ) throws -> CompressionReport {
    guard case .keepSource = job.plan.whenNotSmaller else {
      var wishes = ""
      if case .fail(let unmet) = job.plan.whenNotSmaller { wishes = unmet.joined(separator: ", ") }
      throw CompressionError(
        code: .notSmaller,
        message: "not smaller: no way found to make a file of fewer than \(job.plan.sizeLimit ?? 0) bytes; \(wishes)",
        remedy: isSizeAsked
          ? "ask for a larger size, or for a smaller picture or less sound" : "keep the source, or use --allow-larger",
        stage: .encode)
    }
    progress.enter(.publishing)
    var path = job.plan.destination
    if job.plan.replacesSource {
      file.remove()
    } else {
      try job.publisher.copySource(job.plan.source, into: file, control: control)
      path = try job.publisher.publish(file)
    }
    builder.warn("not smaller: the source was kept as it is")
    return builder.finish(
      .keptSource, output: job.source, at: path, attempt: nil, result: nil, verification: nil,
      abandonedThreads: control.abandonedThreads)
  }
}
