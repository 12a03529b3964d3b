internal import Jobs

/// Runs blocking work that can't be interrupted, and doesn't make a cancelled task wait for it.
enum Abandonable {
  /// Runs work on a thread of its own.
  ///
  /// - Parameters:
  ///   - onCancel: Called at once when the task is cancelled; the work has to leave nothing behind then.
  ///   - work: The work. When the task is cancelled, it runs to its end unheard.
  /// - Throws: What the work throws, or `CancellationError` as soon as the task is cancelled.
  static func run<Value: Sendable>(
    onCancel: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let waiting = Lock<CheckedContinuation<Value, any Error>?>(nil)
    let isCancelled = Lock(false)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.withLock { $0 = continuation }
        if isCancelled.withLock({ $0 }) {
          take(waiting)?.resume(throwing: CancellationError())
          return
        }
        StageThread {
          let result = Result { try work() }
          take(waiting)?.resume(with: result)
        }.detach()
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
      onCancel()
      take(waiting)?.resume(throwing: CancellationError())
    }
  }

  /// Who takes the continuation resumes it, so that it is resumed once.
  private static func take<Value>(
    _ waiting: Lock<CheckedContinuation<Value, any Error>?>
  ) -> CheckedContinuation<Value, any Error>? {
    waiting.withLock { held in
      defer { held = nil }
      return held
    }
  }
}
