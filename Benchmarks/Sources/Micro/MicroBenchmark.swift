import Glibc

/// A part of the library that is measured by itself, in this process.
struct MicroBenchmark: Sendable {
  /// What people call it; no two have the same name.
  let name: String
  /// What one turn does, in words.
  let work: String
  /// Makes what the turns need, which isn't measured, and gives a turn.
  let prepare: @Sendable () throws -> () throws -> Void

  /// All of them.
  static let all = picturesAndColor + metadata
}

extension MicroBenchmark {
  /// Measures it: a batch that is long enough for the clock, to warm up, and then as many that count.
  ///
  /// - Parameters:
  ///   - batches: How many batches count.
  ///   - seconds: How long a batch takes at least.
  func measure(batches: Int = 9, seconds: Double = 0.1) throws -> MicroResult {
    let turn = try prepare()
    var turns = 1
    while true {
      let begin = ProcessRun.now()
      for _ in 0..<turns { try turn() }
      let elapsed = ProcessRun.now() - begin
      if elapsed >= seconds { break }
      turns = max(turns * 2, Int(Double(turns) * seconds / max(elapsed, 1e-6)) + 1)
    }
    let busyBefore = Self.processorTime()
    let times = try (0..<batches).map { _ in
      let begin = ProcessRun.now()
      for _ in 0..<turns { try turn() }
      return (ProcessRun.now() - begin) / Double(turns)
    }
    let busy = (Self.processorTime() - busyBefore) / Double(turns * batches)
    return MicroResult(name: name, work: work, secondsPerTurn: times, cpuSecondsPerTurn: busy, turns: turns)
  }

  /// Seconds that all threads of this process have computed. C function: `clock_gettime`.
  private static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
