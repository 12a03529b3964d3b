/// What one run took.
struct Usage: Sendable, Hashable, Codable {
  /// Seconds from the start to the end.
  var wallSeconds: Double
  /// Seconds of the processor, of all cores, in the program and in the kernel for it.
  var cpuSeconds: Double
  /// The most memory that was resident at once, in bytes; of several processes the largest.
  var peakBytes: Double

  /// The value of a measure; `nil` for the size of the result, which isn't a matter of a run.
  func value(_ measure: Measure) -> Double? {
    switch measure {
    case .wall: wallSeconds
    case .cpu: cpuSeconds
    case .memory: peakBytes
    case .bytes: nil
    }
  }

  /// What this run and one after it took together.
  func followed(by other: Usage) -> Usage {
    Usage(
      wallSeconds: wallSeconds + other.wallSeconds, cpuSeconds: cpuSeconds + other.cpuSeconds,
      peakBytes: max(peakBytes, other.peakBytes))
  }
}
