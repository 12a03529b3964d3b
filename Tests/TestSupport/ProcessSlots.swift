import Foundation

/// Lets as many processes run at a time as there are cores, in the order they asked.
///
/// Tests run side by side; without this, a hundred encoders would start at once, and times would mean nothing.
public actor ProcessSlots {
  /// The one that all tests share.
  public static let shared = ProcessSlots(count: max(1, ProcessInfo.processInfo.activeProcessorCount))

  private let count: Int
  private var free: Int
  private var waiting: [(need: Int, continuation: CheckedContinuation<Void, Never>)] = []

  init(count: Int) {
    self.count = count
    free = count
  }

  /// Runs something that keeps a core busy.
  ///
  /// - Parameter alone: Whether nothing else may run beside it, because it measures time.
  public nonisolated func use<Result: Sendable>(
    alone: Bool = false, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let need = await acquire(alone: alone)
    do {
      let result = try await body()
      await release(need)
      return result
    } catch {
      await release(need)
      throw error
    }
  }

  private func acquire(alone: Bool) async -> Int {
    let need = alone ? count : 1
    if waiting.isEmpty, free >= need {
      free -= need
    } else {
      await withCheckedContinuation { waiting.append((need, $0)) }
    }
    return need
  }

  private func release(_ need: Int) {
    free += need
    while let first = waiting.first, free >= first.need {
      free -= first.need
      waiting.removeFirst()
      first.continuation.resume()
    }
  }
}
