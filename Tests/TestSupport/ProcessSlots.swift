import Foundation

/// Lets twice as many processes run at a time as there are cores, in the order they asked: half of them wait for a disk.
///
/// Tests run side by side; without this, a hundred encoders would start at once, and times would mean nothing.
public actor ProcessSlots {
  /// The one that all tests share.
  public static let shared = ProcessSlots(count: 2 * max(1, ProcessInfo.processInfo.activeProcessorCount))

  /// Of processes that wait rather than work, such as for a driver that hangs: there may be more of them.
  public static let waiting = ProcessSlots(count: 16)

  private let count: Int
  private var free: Int
  private var queue: [(need: Int, continuation: CheckedContinuation<Void, Never>)] = []

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
    if queue.isEmpty, free >= need {
      free -= need
    } else {
      await withCheckedContinuation { queue.append((need, $0)) }
    }
    return need
  }

  private func release(_ need: Int) {
    free += need
    while let first = queue.first, free >= first.need {
      free -= first.need
      queue.removeFirst()
      first.continuation.resume()
    }
  }
}
