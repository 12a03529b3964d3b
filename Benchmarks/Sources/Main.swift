import FoundationEssentials
import Glibc

/// The `swage-bench` command.
@main
struct Main {
  static func main() {
    ProcessRun.prepare()
    do {
      exit(try run(Options(Array(CommandLine.arguments.dropFirst()))).rawValue)
    } catch {
      say("swage-bench: \(error)")
      exit(Outcome.wrongUsage.rawValue)
    }
  }

  /// How the command ends.
  enum Outcome: Int32 {
    case kept = 0
    case exceeded = 1
    case wrongUsage = 2
  }

  /// Does what was asked for.
  ///
  /// - Throws: ``BenchmarkError`` when nothing can be measured.
  static func run(_ options: Options) throws -> Outcome {
    switch options.action {
    case .help:
      print(Options.help)
      return .kept
    case .list:
      print(try Session(options).list, terminator: "")
      return .kept
    case .compare(let old, let new):
      let thresholds = try JSONFile.read(Thresholds.self, at: options.thresholdFile ?? Repository.thresholds)
      let comparison = Comparison(
        old: try ResultFile.read(old), new: try ResultFile.read(new), thresholds: thresholds)
      guard !comparison.lines.isEmpty else { throw BenchmarkError("the files have nothing in common") }
      print(ResultText.text(of: comparison), terminator: "")
      return comparison.hasRegression ? .exceeded : .kept
    case .page(let file):
      let page = ResultPage(results: try ResultFile.read(file)).html
      let path = URL(filePath: file).deletingLastPathComponent().appending(path: "index.html").path
      try TextFile.write(page, to: path)
      print(path)
      return .kept
    case .measure:
      return try Session(options).measure(say: say)
    }
  }

  /// Tells what is being done, on standard error.
  static func say(_ text: String) {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
