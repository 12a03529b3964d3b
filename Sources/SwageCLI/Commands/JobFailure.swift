import Swage

/// Why a job failed, whatever was thrown.
struct JobFailure {
  /// The code for programs.
  let code: CompressionError.Code
  /// What failed, why, and what to do, as one line.
  let message: String
  /// Where it failed.
  let stage: CompressionError.Stage
  /// What had happened until then.
  let report: CompressionReport?
  /// How the process ends.
  let status: ExitStatus

  /// Makes a failure that is no error of the library.
  init(code: CompressionError.Code, message: String, stage: CompressionError.Stage) {
    self.init(code: code, message: message, stage: stage, report: nil, status: ExitStatus(code))
  }

  /// Makes a failure of an error.
  ///
  /// - Parameters:
  ///   - error: What a job threw.
  ///   - stage: Where the job was, for an error that doesn't tell.
  ///   - signal: The signal that interrupted the job, if one did.
  init(_ error: any Error, stage: CompressionError.Stage, signal: Int32?) {
    let interrupted = signal.map { ExitStatus(signal: $0) } ?? .interrupted
    switch error {
    case let error as CompressionError:
      self.init(
        code: error.code, message: error.description, stage: error.stage, report: error.report,
        status: error.code == .interrupted ? interrupted : ExitStatus(error.code))
    case is CancellationError:
      self.init(
        code: .interrupted, message: "interrupted; nothing was written", stage: stage, report: nil,
        status: interrupted)
    default:
      self.init(code: .encodingFailed, message: "\(error)", stage: stage, report: nil, status: .failed)
    }
  }

  private init(
    code: CompressionError.Code, message: String, stage: CompressionError.Stage, report: CompressionReport?,
    status: ExitStatus
  ) {
    self.code = code
    self.message = message
    self.stage = stage
    self.report = report
    self.status = status
  }
}

/// Tells how a job failed: a line for people and, where asked for, the object for programs.
struct FailureEnding: Sendable {
  let context: CommandContext
  let printsJSON: Bool
  let isVerbose: Bool

  /// Tells about an error that a job threw.
  func deliver(_ error: any Error, stage: CompressionError.Stage) -> ExitStatus {
    let failure = JobFailure(error, stage: stage, signal: context.signals.received)
    context.console.complain(failure.message)
    if let report = failure.report, failure.code != .interrupted {
      context.console.error(ReportText.renderFailure(report, isVerbose: isVerbose))
    }
    guard printsJSON else { return failure.status }
    return context.console.deliver(JSONDocument.failure(failure).document, then: failure.status)
  }

  /// Tells that a job was interrupted which doesn't stop in time; leaves out what a reader would have to be waited for.
  func announceInterruption(stage: CompressionError.Stage) {
    if StandardStream.error.isReady { context.console.complain("interrupted; nothing was written") }
    guard printsJSON, StandardStream.output.isReady else { return }
    let failure = JobFailure(CancellationError(), stage: stage, signal: context.signals.received)
    _ = context.console.deliver(JSONDocument.failure(failure).document, then: failure.status)
  }
}
