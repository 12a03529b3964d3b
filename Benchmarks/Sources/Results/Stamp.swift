/// What was measured, where and when.
struct Stamp: Sendable, Hashable, Codable {
  /// When it began, in ISO 8601.
  var date: String
  /// The revision of the repository; `nil` outside one.
  var revision: String?
  /// Whether files differed from that revision.
  var isDirty: Bool
  /// The name of the set of cases.
  var set: String
  /// The tools and libraries, as they name themselves.
  var versions: [Version]
  /// The machine.
  var machine: Machine

  /// A tool or library.
  struct Version: Sendable, Hashable, Codable {
    var name: String
    var version: String
  }
}

/// A machine.
struct Machine: Sendable, Hashable, Codable {
  /// The processor's name.
  var processor: String
  /// Cores that may be used.
  var cores: Int
  /// Bytes of memory.
  var memoryBytes: Double
  /// The kernel's name and version.
  var kernel: String
  /// The distribution.
  var system: String
  /// The video units that `swage` found, by their names.
  var devices: [String]
  /// The mean number of processes that wanted to run in the minute before: above 0, others disturbed.
  var loadBefore: Double

  /// Whether times of two machines may be held against each other.
  func isComparable(with other: Machine) -> Bool { processor == other.processor && cores == other.cores }

  /// Whether something else than the benchmarks kept a quarter of the cores busy.
  var wasBusy: Bool { loadBefore > Double(cores) * 0.25 }
}
