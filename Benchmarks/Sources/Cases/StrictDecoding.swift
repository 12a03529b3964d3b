/// A key of a file by its text.
struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Refuses an object that has other keys than these, because a key that is misspelled would be passed over.
  ///
  /// - Throws: `DecodingError` that names the key.
  func refuseKeys(otherThan keys: some Sequence<some CodingKey>) throws {
    let known = Set(keys.map(\.stringValue))
    for key in try container(keyedBy: TextKey.self).allKeys where !known.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath + [key],
          debugDescription: "'\(key.stringValue)' isn't one of \(known.sorted().joined(separator: ", "))"))
    }
  }
}

extension DecodingError {
  /// Where in the file something is wrong, and what.
  var explanation: String {
    let context: Context
    let problem: String
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      (context, problem) = (found, found.debugDescription)
    case .keyNotFound(let key, let found): (context, problem) = (found, "'\(key.stringValue)' is missing")
    @unknown default: return "\(self)"
    }
    let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return path.isEmpty ? problem : "\(path.drop { $0 == "." }): \(problem)"
  }
}
