/// How a command is written: the one table that parsing, help, completions and the manual come from.
struct CommandSyntax<Values>: Sendable {
  /// The name after `swage`.
  let name: String
  /// What the command does, in a sentence without a full stop.
  let summary: String
  /// More about it, as paragraphs.
  let discussion: [String]
  /// What stands without a dash; `nil` when nothing may.
  let operand: Operand<Values>?
  /// The options in the order of the help.
  let sections: [OptionSection<Values>]
  /// Long names of options of which only one may be given.
  let exclusive: [[String]]

  /// Every option, in the order of the help.
  var options: [Option<Values>] { sections.flatMap(\.options) }
}

/// The argument without a dash, or several of a kind.
struct Operand<Values>: Sendable {
  /// What the help shows.
  let row: OperandRow
  /// Puts it into a command.
  let apply: @Sendable (inout Values, String) -> Void

  /// An argument that has to be given.
  static func required(
    _ placeholder: String, _ completion: Completion, into path: Field<Values, String>
  ) -> Operand {
    Operand(row: OperandRow(placeholder: placeholder, completion: completion)) { $0[keyPath: path] = $1 }
  }

  /// Arguments of which one has to be given and more may.
  static func several(
    _ placeholder: String, _ completion: Completion, into path: Field<Values, [String]>
  ) -> Operand {
    Operand(row: OperandRow(placeholder: placeholder, isRepeated: true, completion: completion)) {
      $0[keyPath: path].append($1)
    }
  }

  /// An argument that may be given.
  static func optional(
    _ placeholder: String, _ completion: Completion, into path: Field<Values, String?>
  ) -> Operand {
    Operand(row: OperandRow(placeholder: placeholder, isOptional: true, completion: completion)) {
      $0[keyPath: path] = $1
    }
  }
}

/// The argument without a dash as the help, completions and manual show it.
struct OperandRow: Sendable {
  /// Its name in the help.
  let placeholder: String
  /// Whether the command can do without.
  var isOptional = false
  /// Whether there may be more than one.
  var isRepeated = false
  /// What a shell offers for it.
  let completion: Completion

  /// How it is written, such as `INPUT...`.
  var spelling: String { (isOptional ? "[\(placeholder)]" : placeholder) + (isRepeated ? "..." : "") }
}

/// Options that belong together.
struct OptionSection<Values>: Sendable {
  /// The heading in the help.
  let title: String
  /// The options.
  let options: [Option<Values>]

  init(_ title: String, _ options: [Option<Values>]) {
    self.title = title
    self.options = options
  }
}
