import Swage

/// What values an option takes: how they are named in the help, which words there are, and how a text is read.
struct ValueKind<Value>: Sendable {
  /// The name of the value in the help, such as `N` or `auto|h264|hevc`.
  let placeholder: String
  /// What a shell offers for it.
  let completion: Completion
  /// Turns a text into a value.
  let read: @Sendable (String) throws(InvalidValue) -> Value

  init(
    _ placeholder: String, completion: Completion = .nothing,
    read: @escaping @Sendable (String) throws(InvalidValue) -> Value
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.read = read
  }
}

extension ValueKind where Value: Sendable {
  /// One of these words.
  static func choice(_ words: [(word: String, value: Value)]) -> ValueKind {
    let names = words.map(\.word)
    return ValueKind(names.joined(separator: "|"), completion: .words(names)) { text throws(InvalidValue) in
      if let match = words.first(where: { $0.word == text }) { return match.value }
      let suggestion = Suggestion.nearest(to: text, among: names)
      throw InvalidValue(
        "'\(text)' is none of \(names.joined(separator: ", "))"
          + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }
}

extension ValueKind
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
  /// One of the type's cases.
  static var choice: ValueKind { .choice(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension ValueKind<String> {
  /// The name of a file or folder.
  static func path(_ placeholder: String, _ completion: Completion = .files) -> ValueKind {
    ValueKind(placeholder, completion: completion) { text throws(InvalidValue) in
      guard !text.isEmpty else { throw InvalidValue("the name is empty") }
      return text
    }
  }
}

extension ValueKind<Double> {
  /// A number of a range.
  static func number(_ placeholder: String, in range: ClosedRange<Double>) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      guard let value = Number.decimal(text) else { throw InvalidValue("'\(text)' is no number") }
      guard range.contains(value) else {
        let (low, high) = (Format.trimmed(range.lowerBound), Format.trimmed(range.upperBound))
        throw InvalidValue("\(text) is out of range; allowed is \(low) to \(high)")
      }
      return value
    }
  }
}

extension ValueKind<Int> {
  /// A whole number of a range; `Int.max` as its end means that there is none.
  static func integer(_ placeholder: String, in range: ClosedRange<Int>) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let isWhole = !text.isEmpty && text.drop { $0 == "-" || $0 == "+" }.allSatisfy { $0.isASCII && $0.isNumber }
      guard isWhole else { throw InvalidValue("'\(text)' is no whole number") }
      guard let value = Int(text), range.contains(value), value <= Int(Int32.max) else {
        let allowed =
          range.upperBound == .max
          ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        throw InvalidValue("\(text) is out of range; allowed is \(allowed)")
      }
      return value
    }
  }
}
