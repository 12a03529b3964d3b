internal import Glibc

/// A value that one thread at a time may touch.
///
/// A mutex of POSIX rather than the standard library's `Mutex`: the thread sanitizer can't see how that one is handed
/// over when two threads want it at once, and takes it for a race.
// @unchecked Sendable because the value is only touched while the mutex is held.
@safe package final class Lock<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Makes a lock around a first value.
  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs a closure that may change the value, while no other thread can.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
