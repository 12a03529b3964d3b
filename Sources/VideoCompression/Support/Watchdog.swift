internal import Glibc

/// Notices a call into a driver, or into an encoder of the processor, that doesn't return.
///
/// Such a call can't be ended from within the process: its thread is abandoned, and what goes on has to do without it.
// @unchecked Sendable because everything below the lock is only touched while it is held.
@safe final class Watchdog: @unchecked Sendable {
  /// A call didn't return in time.
  struct Stall: Error {
    /// What was being done.
    let what: String
    /// How long it was waited for.
    let limit: Duration
  }

  private enum State {
    case idle
    case calling(String, since: ContinuousClock.Instant)
    case stalled(Stall)
    case ended
  }

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private let leastLimit: Duration
  private let factor: Int
  private var longest = Duration.zero
  private var state = State.idle

  /// Makes a watchdog for calls that have to return within a limit.
  ///
  /// - Parameters:
  ///   - limit: How long a call may take at least.
  ///   - factor: How many times as long as the longest before it a call may take, if that is more: for work that takes
  ///     as long as it takes on a machine, such as that of the processor.
  init(limit: Duration, orTimesTheLongest factor: Int = 0) {
    leastLimit = limit
    self.factor = factor
    unsafe lock = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Makes a call on the watched thread.
  func watching<Value, Failure>(_ what: String, _ call: () throws(Failure) -> Value) throws(Failure) -> Value {
    enter(.calling(what, since: .now))
    defer { leave() }
    return try call()
  }

  /// Says, from the watched thread, that no call follows.
  func end() { enter(.ended) }

  /// Waits, on another thread, until the watched one has ended or hangs in a call.
  ///
  /// - Returns: The call that it hangs in; `nil` when it has ended.
  func wait() -> Stall? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      let limit = max(leastLimit, longest * factor)
      var rest = limit
      switch state {
      case .ended: return nil
      case .stalled(let stall): return stall
      case .idle: break
      case .calling(let what, let since):
        rest = limit - (ContinuousClock.now - since)
        if rest <= .zero {
          let stall = Stall(what: what, limit: limit)
          state = .stalled(stall)
          return stall
        }
      }
      // Calls don't wake this: a hang is noticed after the limit, and at the latest after twice the limit.
      wait(for: rest)
    }
  }

  private func wait(for duration: Duration) {
    var moment = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &moment)
    let total = moment.tv_nsec + Int(duration.components.attoseconds / 1_000_000_000)
    moment.tv_sec += Int(duration.components.seconds) + total / 1_000_000_000
    moment.tv_nsec = total % 1_000_000_000
    unsafe pthread_cond_timedwait(changed, lock, &moment)
  }

  private func leave() {
    unsafe pthread_mutex_lock(lock)
    if case .calling(_, let since) = state { longest = max(longest, ContinuousClock.now - since) }
    unsafe pthread_mutex_unlock(lock)
    enter(.idle)
  }

  private func enter(_ next: State) {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    // A call that returns after it was given up changes nothing any more.
    if case .stalled = state { return }
    state = next
    if case .ended = next { unsafe pthread_cond_broadcast(changed) }
  }
}

extension Watchdog {
  /// Does work on a thread of its own that is abandoned when it hangs.
  ///
  /// - Throws: ``Stall``, or what the work throws.
  static func run<Value>(
    _ what: String, limit: Duration, _ work: @escaping @Sendable () throws -> Handover<Value>
  ) throws -> Value {
    try run(limit: limit) { dog in try dog.watching(what) { () throws -> Handover<Value> in try work() } }
  }

  /// Does work that says itself which of its calls may hang, on a thread of its own that is abandoned when one does.
  ///
  /// - Throws: ``Stall``, or what the work throws.
  static func run<Value>(
    limit: Duration, _ work: @escaping @Sendable (Watchdog) throws -> Handover<Value>
  ) throws -> Value {
    let dog = Watchdog(limit: limit)
    let outcome = Lock<Result<Handover<Value>, any Error>?>(nil)
    let thread = StageThread {
      let result = Result { try work(dog) }
      outcome.withLock { $0 = result }
      dog.end()
    }
    if let stall = dog.wait() {
      thread.detach()
      throw stall
    }
    thread.join()
    guard let result = outcome.withLock({ $0.take() }) else { throw CancellationError() }
    return try result.get().value
  }
}
