/// A row of a command's table of options, without how it is read: what the help, completions and manual show.
struct OptionRow: Sendable {
  /// The name after two dashes.
  let long: String
  /// The letter after one dash.
  let short: Character?
  /// The name of its value; `nil` when it takes none.
  let placeholder: String?
  /// What a shell offers for its value.
  var completion = Completion.nothing
  /// Whether it may be given several times.
  var isRepeatable = false
  /// What it does, in a sentence without a full stop.
  let help: String

  /// How the option is written, such as `-o, --output PATH`.
  var spelling: String {
    let names = (short.map { "-\($0), " } ?? "    ") + "--\(long)"
    return placeholder.map { "\(names) \($0)" } ?? names
  }

  /// Its names with their dashes, the letter first.
  var names: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }

  /// The option that every command has.
  static let help = OptionRow(long: "help", short: "h", placeholder: nil, help: "Show this help")
}

/// An option of a command: its row and how its value gets into the command.
struct Option<Values>: Sendable {
  /// What the help shows.
  let row: OptionRow
  /// Reads a value (empty for an option without one) into a command.
  let apply: @Sendable (inout Values, String) throws(InvalidValue) -> Void
}

extension Option {
  /// An option without a value that switches something on.
  static func flag(
    _ long: String, short: Character? = nil, into path: Field<Values, Bool>, help: String
  ) -> Option {
    let row = OptionRow(long: long, short: short, placeholder: nil, help: help)
    return Option(row: row) { values, _ throws(InvalidValue) in values[keyPath: path] = true }
  }

  /// An option with a value that has a default.
  static func value<Value>(
    _ long: String, short: Character? = nil, _ kind: ValueKind<Value>,
    into path: Field<Values, Value>, help: String
  ) -> Option {
    let row = OptionRow(
      long: long, short: short, placeholder: kind.placeholder, completion: kind.completion, help: help)
    return Option(row: row) { values, text throws(InvalidValue) in values[keyPath: path] = try kind.read(text) }
  }

  /// An option with a value that is `nil` when it isn't given.
  static func value<Value>(
    _ long: String, short: Character? = nil, _ kind: ValueKind<Value>,
    into path: Field<Values, Value?>, help: String
  ) -> Option {
    let row = OptionRow(
      long: long, short: short, placeholder: kind.placeholder, completion: kind.completion, help: help)
    return Option(row: row) { values, text throws(InvalidValue) in values[keyPath: path] = try kind.read(text) }
  }

  /// An option with a value that may be given several times.
  static func values<Value>(
    _ long: String, short: Character? = nil, _ kind: ValueKind<Value>,
    into path: Field<Values, [Value]>, help: String
  ) -> Option {
    let row = OptionRow(
      long: long, short: short, placeholder: kind.placeholder, completion: kind.completion, isRepeatable: true,
      help: help)
    return Option(row: row) { values, text throws(InvalidValue) in
      let value = try kind.read(text)
      values[keyPath: path].append(value)
    }
  }
}

/// Where an option's value goes in a command.
typealias Field<Values, Value> = any WritableKeyPath<Values, Value> & Sendable
