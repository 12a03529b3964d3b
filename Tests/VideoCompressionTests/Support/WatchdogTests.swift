import Glibc
import Testing

@testable import VideoCompression

@Suite("The watchdog of driver calls")
struct WatchdogTests {
  private struct Failure: Error {}

  @Test("Work that ends in time gives what it gives")
  func inTime() throws {
    #expect(try Watchdog.run("adding", limit: .seconds(5)) { Handover(1 + 1) } == 2)
    #expect(throws: Failure.self) {
      try Watchdog.run("failing", limit: .seconds(5)) { () throws -> Handover<Int> in throw Failure() }
    }
  }

  @Test("Work that hangs is left behind after the limit, by its name")
  func hangs() throws {
    let began = ContinuousClock.now
    let stall = #expect(throws: Watchdog.Stall.self) {
      try Watchdog.run("sleeping", limit: .milliseconds(200)) {
        usleep(3_000_000)
        return Handover(0)
      }
    }
    #expect(stall?.what == "sleeping")
    #expect(ContinuousClock.now - began < .seconds(2))
  }

  @Test("A call that takes a few times as long as the longest before it is waited for, if that was asked for")
  func slowMachine() {
    let calls: [useconds_t] = [50_000, 150_000, 600_000]
    let outcomes = [20, 0].map { factor in
      let dog = Watchdog(limit: .milliseconds(200), orTimesTheLongest: factor)
      let thread = StageThread {
        for time in calls { dog.watching("computing") { _ = usleep(time) } }
        dog.end()
      }
      defer { thread.join() }
      return dog.wait()
    }
    #expect(outcomes[0] == nil)
    #expect(outcomes[1]?.what == "computing")
  }

  @Test("Many short calls don't add up to a long one")
  func shortCalls() {
    let dog = Watchdog(limit: .milliseconds(300))
    let thread = StageThread {
      for _ in 0..<8 { dog.watching("dozing") { _ = usleep(100_000) } }
      dog.end()
    }
    #expect(dog.wait() == nil)
    thread.join()
  }
}
