import Media

/// All that one run of the benchmarks found: `results.json`.
struct ResultFile: Sendable, Hashable, Codable {
  /// The form of the file; other numbers can't be read.
  var schema = ResultFile.schema
  /// What was measured, where and when.
  var stamp: Stamp
  /// The cases that were asked for, in their order.
  var cases: [CaseResult]
  /// Parts of the library.
  var micro: [MicroResult]

  /// The form that this version writes and reads.
  static let schema = "swage.benchmark/1"

  /// Reads a file.
  ///
  /// - Throws: ``BenchmarkError`` when it can't be read or has another form.
  static func read(_ path: String) throws -> ResultFile {
    let file = try JSONFile.read(ResultFile.self, at: path)
    guard file.schema == schema else { throw BenchmarkError("\(path) has the form \(file.schema), not \(schema)") }
    return file
  }
}
