/// What became of a case.
struct CaseResult: Sendable, Hashable, Codable {
  /// The case's name.
  var name: String
  /// The job in words.
  var job: String
  /// The pictures that results are held against, in words; results of the same ones can be drawn together.
  var reference: String
  /// Why nothing was measured; `nil` when something was.
  var skipped: String?
  /// How the command failed; `nil` when it didn't.
  var failure: String?
  /// Each quality; one entry where there is only one way.
  var points: [PointResult]
  /// How the limits were kept.
  var verdicts: [Verdict]
}

/// A job at one quality.
struct PointResult: Sendable, Hashable, Codable {
  /// The quality from 0 to 1; `nil` where there is none.
  var quality: Double?
  /// Seconds of the result's film; `nil` where there is none.
  var seconds: Double?
  /// Who took part, `swage` first.
  var contenders: [ContenderResult]

  /// What `swage` itself did.
  var ours: ContenderResult? { contenders.first { $0.isSubject } }
}

/// What one of those who took part did.
struct ContenderResult: Sendable, Hashable, Codable {
  /// Its name.
  var name: String
  /// Whether it is the one that is measured.
  var isSubject: Bool
  /// Whether it is `swage`, too, with another job.
  var isOwn: Bool
  /// Each run that counts, in order.
  var runs: [Usage]
  /// Bytes of the result; `nil` where there is none.
  var bytes: Double?
  /// Frames of the result; `nil` where there are none.
  var frames: Int?
  /// How near the result is to the source.
  var similarity: Similarity?
  /// Why it has no runs, or no similarity.
  var note: String?

  /// What its runs tell of a measure; `nil` without any.
  func summary(_ measure: Measure) -> Summary? {
    measure == .bytes ? bytes.flatMap { Summary([$0]) } : Summary(runs.compactMap { $0.value(measure) })
  }

  /// Frames a second of wall-clock time.
  var framesPerSecond: Double? {
    guard let frames, let wall = summary(.wall)?.median, wall > 0 else { return nil }
    return Double(frames) / wall
  }

  /// How often its wall-clock time holds the least that is possible, which is the processor's time shared out over all
  /// cores: 1 when they were busy all the time.
  func wallOverLimit(cores: Int) -> Double? {
    Summary(runs.filter { $0.cpuSeconds > 0 }.map { $0.wallSeconds / ($0.cpuSeconds / Double(max(cores, 1))) })?.median
  }

  /// The ratios to another one's runs, pair by pair.
  func ratio(_ measure: Measure, to other: ContenderResult) -> Summary? {
    if measure == .bytes {
      guard let bytes, let theirs = other.bytes else { return nil }
      return PairedRatios.summary([bytes], over: [theirs])
    }
    return PairedRatios.summary(
      runs.compactMap { $0.value(measure) }, over: other.runs.compactMap { $0.value(measure) })
  }
}

/// How a limit was kept.
struct Verdict: Sendable, Hashable, Codable {
  /// What it is a ratio to; `nil` for a limit in seconds.
  var against: String?
  /// What is limited.
  var measure: Measure
  /// What was found; `nil` when it couldn't be told, because the other isn't installed, say.
  var found: Double?
  /// The limit.
  var limit: Double

  /// Whether it was exceeded.
  var isExceeded: Bool { found.map { $0 > limit } ?? false }
}

/// What a part of the library takes.
struct MicroResult: Sendable, Hashable, Codable {
  /// Its name.
  var name: String
  /// What one turn does, in words.
  var work: String
  /// Wall-clock seconds of a turn, of each batch of turns.
  var secondsPerTurn: [Double]
  /// Seconds of the processor for a turn, over all batches.
  var cpuSecondsPerTurn: Double
  /// Turns in a batch.
  var turns: Int

  /// What the batches tell.
  var summary: Summary? { Summary(secondsPerTurn) }
}
