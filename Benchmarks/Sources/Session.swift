import FoundationEssentials
import Glibc

/// A run of the benchmarks: chooses cases and programs, measures, and writes results.
struct Session {
  private let options: Options
  private let file: CaseFile
  private let set: CaseFile.CaseSet
  private let cases: [BenchmarkCase]
  private let micro: [MicroBenchmark]

  /// Chooses what is measured.
  ///
  /// - Throws: ``BenchmarkError`` for a set or a case that isn't there.
  init(_ options: Options) throws {
    self.options = options
    file = try CaseFile(path: options.caseFile ?? Repository.cases)
    guard let set = file.sets[options.set] else {
      throw BenchmarkError("there is no set '\(options.set)', but \(file.sets.keys.sorted().joined(separator: ", "))")
    }
    self.set = set
    let isWanted = { (name: String) in
      options.cases.isEmpty || options.cases.contains { name.lowercased().contains($0.lowercased()) }
    }
    // Who names a case means it, whatever the set.
    let chosen = options.cases.isEmpty ? set.cases : nil
    cases = file.cases.filter { isWanted($0.name) && (chosen?.contains($0.name) ?? true) }
    micro = (set.micro || !options.cases.isEmpty) ? MicroBenchmark.all.filter { isWanted($0.name) } : []
    guard !cases.isEmpty || !micro.isEmpty else {
      throw BenchmarkError("no case has '\(options.cases.joined(separator: "' or '"))' in its name; see --list")
    }
  }

  /// The cases with their jobs and limits, for people.
  var list: String {
    let rows = cases.map { benchmark in
      let limits = benchmark.limits.sorted { $0.key < $1.key }.flatMap { other, limits in
        Measure.allCases.compactMap { measure in
          limits[measure].map { "\(measure.rawValue) / \(other) \(Figure.trimmed($0))" }
        }
      }
      let longest = benchmark.longestSeconds.map { ["wall \(Figure.trimmed($0)) s"] } ?? []
      return "\(benchmark.name)\n    \(Description.text(of: benchmark))\n"
        + ((limits + longest).isEmpty ? "" : "    limits: \((limits + longest).joined(separator: ", "))\n")
    }
    return rows.joined() + micro.map { "\($0.name)\n    \($0.work)\n" }.joined()
  }

  /// Measures, prints, and writes `results.json` and `index.html`.
  ///
  /// - Parameter say: Is told what is being done.
  /// - Returns: Whether all limits were kept and nothing failed.
  /// - Throws: ``BenchmarkError`` when a program or an input is missing.
  func measure(say: @escaping (String) -> Void) throws -> Main.Outcome {
    let begin = ProcessRun.now()
    let output = options.output ?? "\(Repository.scratch)/results"
    try FilePath.makeFolder(output)
    let scratch = "\(Repository.scratch)/scratch-\(getpid())"
    try FilePath.makeFolder(scratch)
    defer { FilePath.remove(scratch) }
    let subject = Contender(name: "swage", tool: nil, path: try swage())
    let others = try contenders(say)
    let runner = try runner(subject, others, scratch: scratch, begin: begin, say)
    var results = ResultFile(
      stamp: .collect(
        set: options.cases.isEmpty ? options.set : "chosen cases", repository: Repository.folder, swage: subject.path,
        contenders: others, scratch: scratch), cases: [], micro: [])
    if results.stamp.machine.wasBusy { say("the machine is busy: times won't be reliable") }
    // Inputs are made before the first case, so that none begins on a machine that is hot or busy from that.
    for name in Set(cases.flatMap { [$0.input] + $0.against.map(\.input) }).sorted() {
      say("input \(name)")
      _ = try runner.inputs.files(of: name)
    }
    for benchmark in cases {
      say(benchmark.name)
      let result = try runner.measure(benchmark)
      print(ResultText.text(of: result, cores: results.stamp.machine.cores))
      // A file or pipe gets each case when it is done.
      fflush(nil)
      results.cases.append(result)
      // What is there so far is kept, should a later case be interrupted.
      try write(results, to: output)
    }
    for part in micro {
      say(part.name)
      results.micro.append(try part.measure())
    }
    print(ResultText.text(of: results.micro), terminator: "")
    try write(results, to: output)
    say("\(output)/index.html")
    let isBad = results.cases.contains { $0.failure != nil || $0.verdicts.contains(where: \.isExceeded) }
    return isBad ? .exceeded : .kept
  }

  private func write(_ results: ResultFile, to folder: String) throws {
    try JSONFile.write(results, to: "\(folder)/results.json")
    try TextFile.write(ResultPage(results: results).html, to: "\(folder)/index.html")
  }

  // MARK: Programs

  /// The measured command: as asked for, or beside this one.
  private func swage() throws -> String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let path = options.swage ?? URL(filePath: own).deletingLastPathComponent().appending(path: "swage").path
    guard let program = FilePath.program(path) else {
      throw BenchmarkError("\(path) isn't there: run 'make build' first, or name it with --swage")
    }
    return program
  }

  /// Other programs that are installed or named.
  private func contenders(_ say: (String) -> Void) throws -> [Contender] {
    let wanted = Set(cases.flatMap(\.peers))
    let installed = Tool.allCases.filter(wanted.contains).compactMap { tool -> Contender? in
      guard let path = FilePath.program(tool.rawValue) else {
        say("\(tool.rawValue) isn't installed, so it doesn't take part")
        return nil
      }
      return Contender(name: tool.rawValue, tool: tool, path: path)
    }
    let named = try options.peers.map { name, path in
      guard let program = FilePath.program(path) else { throw BenchmarkError("\(path) isn't a program") }
      return Contender(name: name, tool: .ffmpeg, path: program)
    }
    return installed + named
  }

  private func runner(
    _ subject: Contender, _ others: [Contender], scratch: String, begin: Double, _ say: @escaping (String) -> Void
  ) throws -> CaseRunner {
    let needsFilms = !cases.isEmpty
    guard let ffmpeg = FilePath.program("ffmpeg") ?? (needsFilms ? nil : "ffmpeg") else {
      throw BenchmarkError("ffmpeg isn't installed, which makes the inputs: run 'make test-packages'")
    }
    let environment = ProcessInfo.processInfo.environment
    let meter = options.meter ?? environment["SWAGE_BENCH_METER"] ?? ffmpeg
    let corpus = environment["SWAGE_CORPUS"].flatMap { $0.isEmpty ? nil : $0 }
    return CaseRunner(
      subject: subject, others: others,
      inputs: InputMaker(
        recipes: file.inputs, clip: Repository.clip, folder: "\(Repository.scratch)/inputs", corpus: corpus,
        ffmpeg: ffmpeg),
      meter: options.measuresSimilarity ? SimilarityMeter(path: meter, scratch: scratch) : nil,
      ffprobe: FilePath.program("ffprobe"), scratch: scratch, pairs: options.pairs ?? set.pairs,
      end: options.cases.isEmpty ? set.minutes.map { begin + $0 * 60 } : nil, say: say)
  }
}
