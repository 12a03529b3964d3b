import FoundationEssentials
import Media

/// Measures cases.
struct CaseRunner {
  /// The measured command.
  let subject: Contender
  /// Other programs that are installed.
  let others: [Contender]
  let inputs: InputMaker
  /// What holds results against sources; `nil` to leave that out.
  let meter: SimilarityMeter?
  /// Counts frames; `nil` when it isn't installed.
  let ffprobe: String?
  /// A folder for results.
  let scratch: String
  /// How many pairs of runs count; one more comes before them, to warm up.
  let pairs: Int
  /// The moment of ``ProcessRun/now()`` after which nothing is begun; `nil` for no end.
  let end: Double?
  /// Is told what is being done.
  let say: (String) -> Void

  /// Somebody's way to do a job.
  private struct Entry {
    let name: String
    let isSubject: Bool
    let isOwn: Bool
    let job: Job
    let source: String
    let invocation: Invocation
    let folder: String
    var runs: [Usage] = []
    var failure: (status: Int32, words: String)?
    var bytes: Double?
  }

  /// Measures a case.
  ///
  /// - Throws: ``BenchmarkError`` when an input can't be made.
  func measure(_ benchmark: BenchmarkCase) throws -> CaseResult {
    var result = CaseResult(
      name: benchmark.name, job: Description.text(of: benchmark), reference: Description.reference(of: benchmark),
      skipped: nil, failure: nil, points: [], verdicts: [])
    if isOver(after: 0) {
      result.skipped = "out of time"
      return result
    }
    guard let files = try inputs.files(of: benchmark.input) else {
      result.skipped = "the corpus isn't there"
      return result
    }
    for point in benchmark.job.points {
      var entries = try entries(of: benchmark, point.job, files)
      run(&entries, pairs: min(pairs, benchmark.pairs ?? pairs))
      // Exit status 4 says that the machine can't do it, which is no failure of the command.
      if let failure = entries.first?.failure {
        if failure.status == 4 { result.skipped = "not supported here" } else { result.failure = failure.words }
        return result
      }
      result.points.append(
        self.result(of: entries, at: point.quality, measuresSimilarity: benchmark.measuresSimilarity))
    }
    result.verdicts = Judge.verdicts(on: result.points, of: benchmark)
    return result
  }

  // MARK: Who takes part

  private func entries(of benchmark: BenchmarkCase, _ job: Job, _ files: [String]) throws -> [Entry] {
    var entries: [Entry] = []
    func add(_ name: String, _ contender: Contender, _ job: Job, _ files: [String]) throws {
      // Results of the same name must not meet.
      let folder = "\(scratch)/\(entries.count)"
      guard let invocation = contender.invocation(for: job, inputs: files, in: folder) else { return }
      try FilePath.makeFolder(folder)
      entries.append(
        Entry(
          name: name, isSubject: entries.isEmpty, isOwn: contender == subject && !entries.isEmpty, job: job,
          source: files.first ?? "", invocation: invocation,
          folder: folder))
    }
    try add(subject.name, subject, job, files)
    for other in others where other.tool.map(benchmark.peers.contains) ?? false {
      try add(other.name, other, job, files)
    }
    for own in benchmark.against {
      if let files = try inputs.files(of: own.input) { try add(own.name, subject, own.job, files) }
    }
    return entries
  }

  // MARK: Runs

  /// Runs all in turn, in one order and then in the other, so that neither always comes behind the other.
  private func run(_ entries: inout [Entry], pairs: Int) {
    var longest = 0.0
    for pair in 0...pairs {
      if pair > 1, isOver(after: longest) { break }
      let begin = ProcessRun.now()
      let order = pair % 2 == 0 ? Array(entries.indices) : entries.indices.reversed()
      for index in order where entries[index].failure == nil {
        let usage = run(&entries[index])
        // The first pair only warms the file cache.
        if pair > 0, let usage { entries[index].runs.append(usage) }
      }
      if entries.first?.failure != nil { break }
      longest = max(longest, ProcessRun.now() - begin)
    }
    // Ratios are of pairs: who failed on the way has none.
    for index in entries.indices where entries[index].failure != nil { entries[index].runs = [] }
  }

  private func run(_ entry: inout Entry) -> Usage? {
    for file in entry.invocation.results { FilePath.remove(file) }
    var total: Usage?
    for command in entry.invocation.commands {
      let end = ProcessRun.run(command, scratch: entry.folder)
      guard end.status == 0 else {
        entry.failure = (end.status, "exit status \(end.status): \(end.complaint)")
        return nil
      }
      total = total?.followed(by: end.usage) ?? end.usage
    }
    let sizes = entry.invocation.results.map { FilePath.size(of: $0) }
    guard sizes.allSatisfy({ $0 ?? 0 > 0 }) else {
      entry.failure = (1, "ended well, but without a result")
      return nil
    }
    entry.bytes = sizes.isEmpty ? nil : sizes.reduce(0) { $0 + Double($1 ?? 0) }
    return total
  }

  private func isOver(after seconds: Double) -> Bool { end.map { ProcessRun.now() + seconds > $0 } ?? false }

  // MARK: Results

  private func result(of entries: [Entry], at quality: Double?, measuresSimilarity: Bool) -> PointResult {
    var point = PointResult(quality: quality, seconds: nil, contenders: [])
    for entry in entries {
      var result = ContenderResult(
        name: entry.name, isSubject: entry.isSubject, isOwn: entry.isOwn, runs: entry.runs, bytes: entry.bytes,
        frames: nil,
        similarity: nil, note: entry.failure?.words)
      if entry.failure == nil, case .film(let film) = entry.job, let file = entry.invocation.results.first {
        let facts = FilmFacts(file, ffprobe: ffprobe, scratch: entry.folder)
        result.frames = facts?.frames
        if entry.isSubject { point.seconds = facts?.seconds }
        if measuresSimilarity, let meter, let facts, !isOver(after: 0) {
          say("similarity of \(entry.name)")
          let similarity = meter.measure(
            file, against: entry.source, trim: film.trim, size: facts.size, depth: film.depth)
          result.similarity = similarity
        }
      }
      point.contenders.append(result)
      FilePath.remove(entry.folder)
    }
    // Frames are compared by their number, so another number of them says nothing of the pictures.
    let counts = point.contenders.map(\.frames)
    for index in point.contenders.indices where counts[index] != counts.first {
      if point.contenders[index].similarity != nil {
        point.contenders[index].similarity = nil
        point.contenders[index].note = "another number of frames, so similarity isn't told"
      }
    }
    return point
  }
}
