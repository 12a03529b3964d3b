internal import Glibc

/// A thread of its own for work that blocks, which must not happen on Swift's cooperative pool.
// @unchecked Sendable because the handle is only read, and only by the one who joins.
@safe package final class StageThread: @unchecked Sendable {
  private let handle: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread.
  package init(_ body: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    let box = unsafe Unmanaged.passRetained(Body(body))
    let code = unsafe pthread_create(
      &handle, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    precondition(code == 0, "no thread could be started: error \(code)")
    self.handle = handle
  }

  /// Waits for the end of the thread; once only.
  package func join() { pthread_join(handle, nil) }

  /// Lets the thread end by itself.
  package func detach() { _ = pthread_detach(handle) }
}

/// Something that moves to another thread and is used only there.
// @unchecked Sendable because the maker forgets the value when it starts the thread that uses it.
package struct Handover<Value>: @unchecked Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}

/// Runs blocking work on a thread of its own and waits without blocking.
///
/// - Parameters:
///   - onCancel: Called at once when the task is cancelled; the work has to end soon then.
///   - work: The work.
package func onOwnThread<Value: Sendable>(
  onCancel: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withTaskCancellationHandler {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      StageThread { continuation.resume(with: Result { try work() }) }.detach()
    }
  } onCancel: {
    onCancel()
  }
}

/// Does the same for several values at once, each on a thread of its own but the last, and waits for all.
///
/// - Parameters:
///   - values: What it is done for; few, since each gets a thread.
///   - work: What is done.
/// - Returns: What was made of each, in the values' order.
/// - Throws: The first error in that order.
package func concurrently<Element: Sendable, Value: Sendable>(
  _ values: [Element], _ work: @escaping @Sendable (Element) throws -> Value
) throws -> [Value] {
  let results = Lock<[Int: Result<Value, any Error>]>([:])
  let attempt: @Sendable (Int) -> Void = { index in
    let result = Result { try work(values[index]) }
    results.withLock { $0[index] = result }
  }
  let threads = values.indices.dropLast().map { index in StageThread { attempt(index) } }
  if let last = values.indices.last { attempt(last) }
  for thread in threads { thread.join() }
  return try results.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
}
