public import Capabilities

/// Something that makes videos smaller with one kind of encoder, or with the best of several.
///
/// Conformers differ in the encoder only; probing, planning, checking and publishing are the same for all.
public protocol Compressor: Sendable {
  /// The kind of encoder; `nil` when the compressor chooses among several.
  var backend: Backend? { get }

  /// What the encoders behind this compressor can do on this machine. Asks drivers where the answers aren't known yet.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  func capabilities() async throws -> MachineCapabilities

  /// Looks at a request's source and decides everything, without doing it.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - handlers: The caller's code that would take part.
  /// - Returns: The plan that ``compress(_:handlers:progress:)`` would carry out.
  /// - Throws: ``CompressionError``.
  func plan(_ request: CompressionRequest, handlers: FrameHandlers) async throws -> CompressionPlan

  /// Compresses a video. Cancelling the task cancels the job; nothing is left on disk then.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - handlers: The caller's code that takes part.
  ///   - progress: Called with values as the job goes on, from a thread of the job, one call at a time.
  /// - Returns: What happened.
  /// - Throws: ``CompressionError``, or `CancellationError` when the task was cancelled.
  func compress(
    _ request: CompressionRequest, handlers: FrameHandlers,
    progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport
}

extension Compressor {
  /// Looks at a request's source and decides everything, without doing it.
  public func plan(_ request: CompressionRequest) async throws -> CompressionPlan {
    try await plan(request, handlers: .none)
  }

  /// Compresses a video without telling how far it is.
  public func compress(
    _ request: CompressionRequest, handlers: FrameHandlers = .none
  ) async throws -> CompressionReport {
    try await compress(request, handlers: handlers, progress: { _ in })
  }

  /// Compresses a video without code of the caller.
  public func compress(
    _ request: CompressionRequest, progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    try await compress(request, handlers: .none, progress: progress)
  }

  /// Starts a job that tells its progress as an asynchronous sequence.
  public func start(_ request: CompressionRequest, handlers: FrameHandlers = .none) -> CompressionJob {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CompressionProgress.self, bufferingPolicy: .bufferingNewest(64))
    let task = Task {
      defer { continuation.finish() }
      return try await compress(request, handlers: handlers) { continuation.yield($0) }
    }
    return CompressionJob(progress: stream, task: task)
  }
}

/// A job under way.
public struct CompressionJob: Sendable {
  /// How far the job is; ends with the job, whichever way it ends. Meant for one reader.
  public let progress: AsyncStream<CompressionProgress>
  private let task: Task<CompressionReport, any Error>

  init(progress: AsyncStream<CompressionProgress>, task: Task<CompressionReport, any Error>) {
    self.progress = progress
    self.task = task
  }

  /// What happened, when the job has ended.
  ///
  /// Throws ``CompressionError``, or `CancellationError` when the job was cancelled.
  public var report: CompressionReport {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Ends the job early; ``report`` throws `CancellationError` then.
  public func cancel() { task.cancel() }
}
