internal import Glibc

/// Starts a thread for work that blocks, which must not happen on Swift's cooperative pool.
enum WorkThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a new thread that nobody waits for. C function: `pthread_create`.
  ///
  /// - Returns: Whether the system gave a thread.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(Body(body))
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Runs blocking work on a thread of its own and waits for it without blocking.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      if !start({ continuation.resume(returning: work()) }) { continuation.resume(returning: work()) }
    }
  }
}
