internal import Capabilities
internal import FFmpeg
internal import Media

/// Makes and checks one attempt of a plan in the job's temporary file.
struct AttemptRunner {
  let plan: CompressionPlan
  let attempt: PlannedAttempt
  let number: Int
  let source: SourceDescription
  let analysis: StreamAnalysis
  /// What is drawn into the frames with.
  let drawing: DrawingMaterial
  let file: TemporaryFile
  /// Keeps the processor's encoder while a driver is called that may hang.
  let spare: SpareEncoder
  let control: JobControl
  let progress: ProgressMeter

  /// A result that passed its checks.
  struct Made {
    let result: PipelineResult
    let verification: Verification
    let found: SourceDescription
  }

  /// Runs pipeline, finisher and checks.
  ///
  /// - Throws: `NotSmaller` when the result isn't smaller than the plan's limit; ``CompressionError``;
  ///   `CancellationError`.
  func run() throws -> Made {
    let result = try makeFile()
    if plan.container.isISOBaseMedia {
      try MovieFinishing(plan: plan, result: result, source: source, control: control).finish(file)
    }
    try checkSize()
    progress.enter(.verifying)
    let (verification, found) = try Verifier(
      plan: plan, attempt: attempt, result: result, source: source, control: control
    ).verify(file.path)
    guard verification.passed else { throw failure(of: verification) }
    return Made(result: result, verification: verification, found: found)
  }

  /// The processor's encoder that is tried when this attempt fails.
  private var successor: PlannedEncoder? {
    let next = plan.attempts.dropFirst(number).first { $0.condition == .unlessSucceeded }
    guard case .encode(let encoder)? = next?.film, !encoder.backend.isHardware else { return nil }
    return encoder
  }

  /// Runs the pipeline; a second time when a video unit didn't decode the source, which the processor does then.
  private func makeFile() throws -> PipelineResult {
    do {
      return try runPipeline(decoding: attempt.decoding)
    } catch let failure as DeviceDecodingFailure {
      try control.check()
      var result = try runPipeline(decoding: .processor)
      result.deviceDecodingFailure = failure.cause
      return result
    } catch let hang as EncoderHang {
      return try makeFile(after: hang)
    }
  }

  /// Runs the pipeline again, at most twice, after the processor's encoder hung, which makes one frame at a time then.
  private func makeFile(after hang: EncoderHang) throws -> PipelineResult {
    for _ in 0..<2 {
      try control.check()
      do {
        var result = try runPipeline(decoding: .processor, isCareful: true)
        result.encoderHang = "\(hang)"
        return result
      } catch is EncoderHang {
        continue
      }
    }
    throw CompressionError(
      code: .encodingFailed, message: "\(hang), and again when it was started once more",
      remedy: "try again, or choose another codec", stage: .encode)
  }

  private func runPipeline(decoding: DecodingPlace, isCareful: Bool = false) throws -> PipelineResult {
    do {
      try file.reset()
    } catch {
      throw CompressionError.writing(error, path: plan.destination, stage: .write)
    }
    progress.beginEncoding(attempt: number, duration: plan.timeline.duration, sizeLimit: plan.sizeLimit)
    return try Pipeline(
      plan: plan, film: attempt.film, decoding: decoding, analysis: analysis, drawing: drawing,
      descriptor: file.descriptor, path: plan.destination, successor: successor, spare: spare,
      isCareful: isCareful, control: control, progress: progress
    ).run()
  }

  private func checkSize() throws {
    guard let limit = plan.sizeLimit else { return }
    let size: Int64
    do {
      size = try file.byteCount()
    } catch {
      throw CompressionError.writing(error, path: plan.destination, stage: .write)
    }
    guard size < limit else { throw NotSmaller(bytes: size) }
  }

  private func failure(of verification: Verification) -> CompressionError {
    let words = verification.checks.filter { !$0.passed }.map {
      "\($0.name): expected \($0.expected), found \($0.found)"
    }
    return CompressionError(
      code: .verificationFailed, message: "the result didn't pass its checks and was thrown away",
      remedy: "the source is untouched; please report this", stage: .verify, cause: words.joined(separator: "; "))
  }
}
