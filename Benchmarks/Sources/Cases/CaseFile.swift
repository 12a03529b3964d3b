import FoundationEssentials

/// All that is measured, as `Benchmarks/cases.json` says.
struct CaseFile: Sendable, Decodable {
  /// The inputs by their names.
  let inputs: [String: Input]
  /// The cases, in the order in which they are measured.
  let cases: [BenchmarkCase]
  /// Choices of cases by their names.
  let sets: [String: CaseSet]

  /// A choice of cases.
  struct CaseSet: Sendable, Hashable, Decodable {
    /// How many pairs of runs are counted.
    let pairs: Int
    /// The names of the cases; `nil` for all of them.
    let cases: [String]?
    /// Whether parts of the library are measured, too.
    let micro: Bool
    /// Minutes after which nothing more is begun; `nil` for no end.
    let minutes: Double?

    private enum Keys: String, CodingKey, CaseIterable { case pairs, cases, micro, minutes }

    init(from decoder: any Decoder) throws {
      try decoder.refuseKeys(otherThan: Keys.allCases)
      let values = try decoder.container(keyedBy: Keys.self)
      pairs = try values.decode(Int.self, forKey: .pairs)
      cases = try values.decodeIfPresent([String].self, forKey: .cases)
      micro = try values.decode(Bool.self, forKey: .micro)
      minutes = try values.decodeIfPresent(Double.self, forKey: .minutes)
    }
  }

  private enum Keys: String, CodingKey, CaseIterable { case inputs, cases, sets }

  /// Reads the file and holds its parts against one another.
  init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(otherThan: Keys.allCases)
    let values = try decoder.container(keyedBy: Keys.self)
    inputs = try values.decode([String: Input].self, forKey: .inputs)
    cases = try values.decode([BenchmarkCase].self, forKey: .cases)
    sets = try values.decode([String: CaseSet].self, forKey: .sets)
    let names = cases.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw DecodingError.dataCorruptedError(
        forKey: .cases, in: values, debugDescription: "two cases are called '\(twice)'")
    }
    let used = cases.flatMap { [$0.input] + $0.against.map(\.input) } + inputs.values.compactMap(\.source)
    if let missing = used.first(where: { inputs[$0] == nil }) {
      throw DecodingError.dataCorruptedError(
        forKey: .inputs, in: values, debugDescription: "there is no input '\(missing)'")
    }
    if let missing = sets.values.flatMap({ $0.cases ?? [] }).first(where: { !names.contains($0) }) {
      throw DecodingError.dataCorruptedError(
        forKey: .sets, in: values, debugDescription: "there is no case '\(missing)'")
    }
  }

  /// Reads a file.
  ///
  /// - Throws: ``BenchmarkError`` that says where the file is wrong.
  init(path: String) throws {
    self = try JSONFile.read(CaseFile.self, at: path)
  }
}

extension Input {
  /// The name of the input that this one is made of.
  fileprivate var source: String? {
    if case .repeated(let source, _) = self { source } else { nil }
  }
}
