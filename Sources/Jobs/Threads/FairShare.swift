internal import Glibc

/// An amount that is shared out in the order in which it is asked for.
///
/// Who asks for more than is free waits, and everyone behind waits with it, however little they ask for: so who asks for
/// much isn't passed by forever. Whatever was taken has to be given back by ``giveBack(_:)``.
package final class FairShare: Sendable {
  private struct Waiter {
    let number: Int
    let amount: Int
    /// Called once, outside the lock: with `true` when the amount is theirs, with `false` when they were cancelled.
    let wake: @Sendable (Bool) -> Void
  }

  private struct State {
    var free: Int
    var waiters: [Waiter] = []
    var lastNumber = 0

    /// Takes out those at the front whose amounts are free.
    mutating func admit() -> [Waiter] {
      var admitted = 0
      for waiter in waiters {
        guard waiter.amount <= free else { break }
        free -= waiter.amount
        admitted += 1
      }
      defer { waiters.removeFirst(admitted) }
      return Array(waiters.prefix(admitted))
    }
  }

  /// How much there is in all.
  package let total: Int
  private let state: Lock<State>

  /// Makes an amount, at least 1.
  package init(total: Int) {
    self.total = max(1, total)
    state = Lock(State(free: self.total))
  }

  /// How much is free now.
  package var free: Int { state.withLock { $0.free } }
  /// How many wait now.
  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// What counts of an amount: who wants more than there is in all gets all of it, and is alone then.
  package func counted(_ amount: Int) -> Int { min(max(amount, 0), total) }

  /// Takes an amount as soon as it is free, without blocking a thread.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before; nothing is taken then.
  package func take(_ amount: Int) async throws {
    let number = newNumber()
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A handler that runs before this finds no waiter; the task knows that it is cancelled by then.
        wait(number, amount, isCancelled: { Task.isCancelled }) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancel(number)
    }
    guard isTaken else { throw CancellationError() }
  }

  /// Takes an amount as soon as it is free, for work that has a thread of its own, which waits.
  ///
  /// - Throws: `CancellationError` when the job is cancelled before; nothing is taken then.
  package func take(_ amount: Int, for control: JobControl) throws {
    let number = newNumber()
    let answer = Answer()
    wait(number, amount, isCancelled: { control.isCancelled }, wake: answer.give)
    let registration = control.onCancel { self.cancel(number) }
    defer { control.remove(registration) }
    guard answer.await() else { throw CancellationError() }
  }

  /// Gives back what was taken.
  package func giveBack(_ amount: Int) {
    let admitted = state.withLock { state in
      state.free += counted(amount)
      return state.admit()
    }
    for waiter in admitted { waiter.wake(true) }
  }

  private func newNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  private func wait(
    _ number: Int, _ amount: Int, isCancelled: () -> Bool, wake: @escaping @Sendable (Bool) -> Void
  ) {
    let admitted: [Waiter]? = state.withLock { state in
      guard !isCancelled() else { return nil }
      state.waiters.append(Waiter(number: number, amount: counted(amount), wake: wake))
      return state.admit()
    }
    guard let admitted else { return wake(false) }
    for waiter in admitted { waiter.wake(true) }
  }

  /// Takes out who waits; those behind may fit then.
  private func cancel(_ number: Int) {
    let (cancelled, admitted): (Waiter?, [Waiter]) = state.withLock { state in
      guard let place = state.waiters.firstIndex(where: { $0.number == number }) else { return (nil, []) }
      return (state.waiters.remove(at: place), state.admit())
    }
    cancelled?.wake(false)
    for waiter in admitted { waiter.wake(true) }
  }
}

/// A yes or no that a thread waits for.
// @unchecked Sendable because the value is written before the semaphore is posted, and read after it was waited for.
@safe private final class Answer: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>
  private let value = Lock(false)

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Gives the answer; once only.
  func give(_ answer: Bool) {
    value.withLock { $0 = answer }
    unsafe sem_post(semaphore)
  }

  /// Waits for the answer. C function: `sem_wait`, which signals interrupt.
  func await() -> Bool {
    while unsafe sem_wait(semaphore) != 0 {}
    return value.withLock { $0 }
  }
}
