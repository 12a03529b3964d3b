import FoundationEssentials

/// Values in files.
enum JSONFile {
  /// Reads a value.
  ///
  /// - Throws: ``BenchmarkError`` when the file isn't there, or with the place in it that is wrong.
  static func read<Value: Decodable>(_ type: Value.Type, at path: String) throws -> Value {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw BenchmarkError("\(path) can't be read")
    }
    do { return try JSONDecoder().decode(type, from: data) } catch let error as DecodingError {
      throw BenchmarkError("\(path): \(error.explanation)")
    }
  }

  /// Writes a value, its keys in order, so that two files can be compared as text.
  ///
  /// - Throws: ``BenchmarkError`` when the file can't be written.
  static func write(_ value: some Encodable, to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try TextFile.write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n", to: path)
  }
}

/// Text in files.
enum TextFile {
  /// Writes a text in place of whatever is there.
  ///
  /// - Throws: ``BenchmarkError`` when the file can't be written.
  static func write(_ text: String, to path: String) throws {
    do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
      throw BenchmarkError("\(path) can't be written")
    }
  }

  /// What a small file holds, such as those of `/proc`; `nil` when it can't be read.
  static func text(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Why nothing is measured, in words that say what to do.
struct BenchmarkError: Error, Hashable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
