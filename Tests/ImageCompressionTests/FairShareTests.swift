import Foundation
import Jobs
import TestSupport
import Testing

/// Waits until something is so; fails after ten seconds.
func eventually(_ isSo: () -> Bool, at location: SourceLocation = #_sourceLocation) async throws {
  for _ in 0..<1000 {
    if isSo() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("it never came to pass", sourceLocation: location)
}

@Suite struct FairShareTests {
  @Test func `who asks for little doesn't pass by who asks for much`() async throws {
    let share = FairShare(total: 10)
    try await share.take(6)
    let order = Lock<[String]>([])
    let large = Task {
      try await share.take(8)
      order.withLock { $0.append("large") }
    }
    try await eventually { share.waiterCount == 1 }
    let small = Task {
      try await share.take(2)
      order.withLock { $0.append("small") }
    }
    try await eventually { share.waiterCount == 2 }
    // There is room for the small one, but its turn hasn't come.
    try await Task.sleep(for: .milliseconds(50))
    #expect(order.withLock { $0 } == [] && share.free == 4)
    share.giveBack(6)
    try await large.value
    try await small.value
    #expect(share.free == 0 && share.waiterCount == 0)
    share.giveBack(8)
    share.giveBack(2)
    #expect(share.free == 10)
  }

  @Test func `who asks for more than there is gets all of it and is alone`() async throws {
    let share = FairShare(total: 10)
    try await share.take(1)
    let huge = Task { try await share.take(1_000_000) }
    try await eventually { share.waiterCount == 1 }
    share.giveBack(1)
    try await huge.value
    #expect(share.free == 0)
    let next = Task { try await share.take(1) }
    try await eventually { share.waiterCount == 1 }
    share.giveBack(1_000_000)
    try await next.value
    #expect(share.free == 9)
  }

  @Test func `waiting ends when the task is cancelled, and those behind come on`() async throws {
    let share = FairShare(total: 10)
    try await share.take(5)
    let large = Task { try await share.take(10) }
    try await eventually { share.waiterCount == 1 }
    let small = Task { try await share.take(5) }
    try await eventually { share.waiterCount == 2 }
    large.cancel()
    await #expect(throws: CancellationError.self) { try await large.value }
    try await small.value
    #expect(share.free == 0 && share.waiterCount == 0)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      try await share.take(1)
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(share.waiterCount == 0)
  }

  @Test func `a thread waits for its turn, and no longer than its job lives`() async throws {
    let share = FairShare(total: 10)
    try await share.take(10)
    let (first, second) = (JobControl(), JobControl())
    let cancelled = Task { try await onOwnThread(onCancel: {}) { try share.take(3, for: first) } }
    try await eventually { share.waiterCount == 1 }
    let admitted = Task { try await onOwnThread(onCancel: {}) { try share.take(4, for: second) } }
    try await eventually { share.waiterCount == 2 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    share.giveBack(10)
    try await admitted.value
    #expect(share.free == 6)
    #expect(throws: CancellationError.self) { try share.take(1, for: first) }
    #expect(share.free == 6)
  }

  @Test func `whatever is taken, given back and cancelled, no more is out than there is`() async throws {
    let share = FairShare(total: 100)
    let out = Lock((now: 0, most: 0))
    await withTaskGroup(of: Void.self) { group in
      var random = SeededGenerator(seed: 3)
      for _ in 0..<300 {
        let amount = Int.random(in: 1...150, using: &random)
        let isCancelled = Int.random(in: 0..<4, using: &random) == 0
        group.addTask {
          let work = Task {
            try await share.take(amount)
            out.withLock {
              $0.now += share.counted(amount)
              $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            out.withLock { $0.now -= share.counted(amount) }
            share.giveBack(amount)
          }
          if isCancelled { work.cancel() }
          _ = await work.result
        }
      }
    }
    #expect(share.free == 100 && share.waiterCount == 0)
    #expect(out.withLock { $0.now == 0 && $0.most <= 100 && $0.most > 50 })
  }
}
