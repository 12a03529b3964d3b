import Glibc

/// A set of signals.
struct SignalSet: Sendable {
  private let signals: [Int32]

  init(_ signals: [Int32]) { self.signals = signals }

  /// Whether the process was started with a signal ignored, as `nohup` does with SIGHUP. C function: `sigaction`.
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Keeps the signals from this thread and those that it will make. C function: `pthread_sigmask`.
  func block() {
    var set = native
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals. C function: `sigwait`.
  func wait() -> Int32 {
    var set = native
    var signal: Int32 = 0
    while unsafe sigwait(&set, &signal) != 0 {}
    return signal
  }

  /// Waits for one of the signals, but not longer than this; `nil` then. C function: `sigtimedwait`.
  func wait(milliseconds: Int) -> Int32? {
    var set = native
    var limit = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    let signal = unsafe sigtimedwait(&set, nil, &limit)
    return signal > 0 ? signal : nil
  }

  private var native: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    return set
  }
}
