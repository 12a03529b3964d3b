package import FFmpeg

/// What ends a job early: a flag for FFmpeg's calls and our loops, and closures that act at once.
package final class JobControl: Sendable {
  /// The flag.
  package let interruption = Interruption()
  private let actions = Lock<[Int: @Sendable () -> Void]>([:])
  private let counter = Lock(0)
  private let abandoned = Lock(0)

  package init() {}

  /// Whether the job was cancelled.
  package var isCancelled: Bool { interruption.isInterrupted }

  /// Ends the job; may be called from any thread, more than once.
  package func cancel() {
    interruption.interrupt()
    // Decided under the lock, done outside it.
    let waiting = actions.withLock { Array($0.values) }
    for action in waiting { action() }
  }

  /// Registers what has to be done at once when the job is cancelled.
  ///
  /// - Returns: A number for ``remove(_:)``.
  package func onCancel(_ action: @escaping @Sendable () -> Void) -> Int {
    let number = counter.withLock { counter in
      counter += 1
      return counter
    }
    actions.withLock { $0[number] = action }
    if isCancelled { action() }
    return number
  }

  /// Threads that hang in a driver or an encoder and were left behind.
  package var abandonedThreads: Int { abandoned.withLock { $0 } }

  /// Notes that a thread hangs in a driver or an encoder and was left behind.
  package func abandonThread() { abandoned.withLock { $0 += 1 } }

  /// Forgets an action.
  package func remove(_ number: Int) { _ = actions.withLock { $0.removeValue(forKey: number) } }

  /// Throws `CancellationError` when the job was cancelled.
  package func check() throws { if isCancelled { throw CancellationError() } }
}
