import Glibc
import Synchronization

/// Ends the job on SIGINT, SIGTERM or SIGHUP: asks it to stop, and after 0.7 s ends the process all the same.
///
/// A job's temporary file is gone as soon as its task is cancelled; only taking down an encoder can take longer.
final class SignalWatch: Sendable {
  private struct State {
    var received: Int32?
    var job: (cancel: @Sendable () -> Void, atDeadline: @Sendable () -> Void)?
  }

  private let state = Mutex(State())

  private let signals = SignalSet([SIGINT, SIGTERM, SIGHUP].filter { !SignalSet.isIgnored($0) })

  /// Keeps the signals from this thread and all that it will make; to be called before there are any.
  func block() {
    signal(SIGPIPE, SIG_IGN)
    // A file that grows beyond the system's limit is an error of the write, with a message, not the process's end.
    signal(SIGXFSZ, SIG_IGN)
    signals.block()
  }

  /// Waits for a signal, asks the job to stop and, if it doesn't in time, ends the process. Takes the calling thread.
  func wait() -> Never {
    let first = signals.wait()
    receive(first)
    // `timeout` and terminals can deliver one and the same signal twice, to the process and to its group.
    while signals.wait(milliseconds: 100) != nil {}
    // A second one that comes later means "now".
    if signals.wait(milliseconds: 600) == nil { reachDeadline() }
    _exit(128 + first)
  }

  /// The signal that ended the job; `nil` when none came.
  var received: Int32? { state.withLock { $0.received } }

  /// Runs a job that a signal cancels.
  ///
  /// - Parameters:
  ///   - atDeadline: What is still to be said when the job doesn't stop in time; must not wait for anything.
  ///   - job: The work.
  func run<Value: Sendable>(
    atDeadline: @escaping @Sendable () -> Void = {}, job: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, any Error> {
    let task = Task { try await job() }
    let isLate = state.withLock { state in
      state.job = ({ task.cancel() }, atDeadline)
      return state.received != nil
    }
    if isLate { task.cancel() }
    let result = await task.result
    state.withLock { $0.job = nil }
    return result
  }

  /// Takes note of a signal and asks the job, if there is one, to stop.
  func receive(_ signal: Int32) {
    let job = state.withLock { state in
      state.received = signal
      return state.job
    }
    guard let job else { _exit(128 + signal) }
    job.cancel()
  }

  /// Says what is still to be said, unless the job has ended by itself and says it.
  private func reachDeadline() {
    let job = state.withLock { state in
      defer { state.job = nil }
      return state.job
    }
    if let job {
      job.atDeadline()
    } else {
      usleep(200_000)
    }
  }
}
