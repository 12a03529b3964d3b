internal import Glibc

/// A queue of any kind of element, to those who only want to end it.
protocol CancellableChannel: Sendable {
  /// Drops what is queued and wakes everyone who waits.
  func cancel()
}

/// A bounded queue between stage threads: a full one makes the sender wait, an empty one the receiver.
// @unchecked Sendable because everything below the lock is only touched while it is held.
@safe final class Channel<Element: Sendable>: CancellableChannel, @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private let capacity: Int
  private var elements: [Element] = []
  private var isFinished = false
  private var isCancelled = false

  /// Makes a queue that holds at most `capacity` elements.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe lock = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
    elements.reserveCapacity(capacity)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Hands an element on, waiting for room.
  ///
  /// - Returns: Whether it was taken; `false` once the queue is cancelled.
  func send(_ element: Element) -> Bool {
    withLock {
      while elements.count >= capacity && !isCancelled { unsafe pthread_cond_wait(changed, lock) }
      guard !isCancelled else { return false }
      elements.append(element)
      unsafe pthread_cond_broadcast(changed)
      return true
    }
  }

  /// The next element, waiting for one; `nil` at the end or once the queue is cancelled.
  func receive() -> Element? {
    withLock {
      while elements.isEmpty && !isFinished && !isCancelled { unsafe pthread_cond_wait(changed, lock) }
      guard !isCancelled, !elements.isEmpty else { return nil }
      let element = elements.removeFirst()
      unsafe pthread_cond_broadcast(changed)
      return element
    }
  }

  /// Says that nothing more is sent.
  func finish() {
    withLock {
      isFinished = true
      unsafe pthread_cond_broadcast(changed)
    }
  }

  /// Drops what is queued and wakes everyone who waits.
  func cancel() {
    withLock {
      isCancelled = true
      elements.removeAll()
      unsafe pthread_cond_broadcast(changed)
    }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }
}
