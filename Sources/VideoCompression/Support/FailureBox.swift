/// The first failure of any stage; later ones are consequences.
final class FailureBox: Sendable {
  private let first = Lock<(any Error)?>(nil)
  private let stop: @Sendable () -> Void

  /// Makes a box that calls a closure once, when the first failure comes.
  init(stop: @escaping @Sendable () -> Void) { self.stop = stop }

  /// The first failure; `nil` when all went well.
  var error: (any Error)? { first.withLock { $0 } }

  /// Runs a stage; keeps its failure.
  ///
  /// - Returns: What the stage gave; `nil` when it failed.
  func catching<Value>(_ stage: () throws -> Value) -> Value? {
    do {
      return try stage()
    } catch {
      let isFirst = first.withLock { first in
        defer { first = first ?? error }
        return first == nil
      }
      if isFirst { stop() }
      return nil
    }
  }
}
