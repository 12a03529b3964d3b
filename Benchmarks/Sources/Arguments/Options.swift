/// What the command line asks for.
struct Options: Sendable {
  /// What is to be done.
  enum Action: Sendable, Hashable {
    /// Cases are measured.
    case measure
    /// Their names are shown.
    case list
    /// Two files are compared.
    case compare(old: String, new: String)
    /// A page is made of a file.
    case page(of: String)
    /// The help is shown.
    case help
  }

  var action = Action.measure
  /// The set of cases.
  var set = "full"
  /// Parts of the names of the cases that are wanted; empty for all of the set.
  var cases: [String] = []
  /// How many pairs of runs count; `nil` for the set's number.
  var pairs: Int?
  /// Where the measured command is; `nil` for beside this one.
  var swage: String?
  /// More `ffmpeg` commands that take part.
  var peers: [(name: String, path: String)] = []
  /// The `ffmpeg` command that measures similarity; `nil` for the one in `PATH`.
  var meter: String?
  /// Whether similarity is measured.
  var measuresSimilarity = true
  /// Where results go; `nil` for `.build/bench/results`.
  var output: String?
  /// The file of cases; `nil` for the repository's.
  var caseFile: String?
  /// The file of thresholds; `nil` for the repository's.
  var thresholdFile: String?
}

extension Options {
  static let help = """
    Usage: swage-bench [OPTIONS]
           swage-bench --compare OLD.json NEW.json
           swage-bench --page RESULTS.json

    Measure swage beside the programs that do the same, in pairs of runs.

    Prints a table and writes results.json and index.html. Exit status: 0 limits
    kept, 1 a limit was exceeded, something regressed or failed, 2 wrong usage or
    nothing could be measured.

    What is measured:
          --set NAME          A set of cases of the file (full without it)
          --case TEXT         Only cases whose name has this in it; may be repeated
          --pairs N           How many pairs of runs count, after one to warm up
          --no-similarity     Don't hold results against their sources
          --list              Show the cases and do nothing

    Programs and files:
          --swage PATH        The measured command; without it the one beside this
          --peer NAME=PATH    Another ffmpeg that takes part; may be repeated
          --meter PATH        The ffmpeg that measures similarity; without it what
                              SWAGE_BENCH_METER names, else the one in PATH
          --output FOLDER     Where results go (.build/bench/results without it)
          --cases FILE        The cases (Benchmarks/cases.json without it)
          --thresholds FILE   What --compare allows (Benchmarks/thresholds.json)

    Others:
          --compare OLD NEW   Hold two results.json against each other
          --page FILE         Make the page of a results.json again
      -h, --help              Show this help

    SWAGE_CORPUS names the folder of real films that some cases need.
    """

  /// Reads arguments.
  ///
  /// - Throws: ``BenchmarkError`` for what isn't understood.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help": action = .help
      case "--list": action = .list
      case "--set": set = try value(of: argument)
      case "--case": cases.append(try value(of: argument))
      case "--no-similarity": measuresSimilarity = false
      case "--swage": swage = try value(of: argument)
      case "--meter": meter = try value(of: argument)
      case "--output": output = try value(of: argument)
      case "--cases": caseFile = try value(of: argument)
      case "--thresholds": thresholdFile = try value(of: argument)
      case "--page": action = .page(of: try value(of: argument))
      case "--compare": action = .compare(old: try value(of: argument), new: try value(of: argument))
      case "--pairs":
        let text = try value(of: argument)
        guard let number = Int(text), (1...1000).contains(number) else {
          throw BenchmarkError("--pairs takes a number from 1, not '\(text)'")
        }
        pairs = number
      case "--peer":
        let text = try value(of: argument)
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, Tool(rawValue: parts[0]) == nil else {
          throw BenchmarkError("--peer takes NAME=PATH with a name of your own, not '\(text)'")
        }
        peers.append((parts[0], parts[1]))
      default: throw BenchmarkError("'\(argument)' isn't an option; see --help")
      }
    }
  }
}
