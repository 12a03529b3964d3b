import Swage

/// What a command line asks of a command.
enum Parsed<Values> {
  /// To run with these values.
  case values(Values)
  /// To explain itself.
  case help
}

/// Reads the arguments of a command by its table, the way GNU programs do: `--x=v`, `--x v`, bundled letters, `--`.
struct ArgumentParser<Values> {
  private let syntax: CommandSyntax<Values>
  private let fileExists: (String) -> Bool
  private var values: Values
  private var operands: [String] = []
  private var given: [String] = []
  private var remaining: ArraySlice<String>

  private init(
    _ arguments: [String], syntax: CommandSyntax<Values>, defaults: Values, fileExists: @escaping (String) -> Bool
  ) {
    self.syntax = syntax
    self.fileExists = fileExists
    self.values = defaults
    self.remaining = arguments[...]
  }

  /// Reads arguments into a command that holds its defaults.
  ///
  /// - Parameters:
  ///   - arguments: What stands after the command's name.
  ///   - syntax: The command's table.
  ///   - defaults: The command as it is when nothing is given.
  ///   - fileExists: Tells whether a name is a file's, for advice about names that begin with a dash.
  static func parse(
    _ arguments: [String], syntax: CommandSyntax<Values>, defaults: Values, fileExists: @escaping (String) -> Bool
  ) throws(UsageError) -> Parsed<Values> {
    var parser = ArgumentParser(arguments, syntax: syntax, defaults: defaults, fileExists: fileExists)
    do {
      return try parser.parse()
    } catch {
      // A file name such as `-output.mp4` can be read as `-o utput.mp4` and shows only as what is missing then.
      let options = arguments.prefix { $0 != "--" }
      if let operand = syntax.operand?.row, error == .missingOperand(operand.placeholder),
        let file = options.first(where: { $0.hasPrefix("-") && $0 != "-" && fileExists($0) })
      {
        throw .looksLikeOption(file: file)
      }
      throw error
    }
  }

  private mutating func parse() throws(UsageError) -> Parsed<Values> {
    while let argument = remaining.popFirst() {
      if argument == "--" {
        operands += remaining
        break
      } else if argument == "--help" || argument == "-h" {
        return .help
      } else if argument.hasPrefix("--") {
        try readLong(argument)
      } else if argument.hasPrefix("-"), argument != "-" {
        if try readLetters(argument) { return .help }
      } else {
        operands.append(argument)
      }
    }
    try assignOperands()
    try checkExclusive()
    return .values(values)
  }

  private mutating func readLong(_ argument: String) throws(UsageError) {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = syntax.options.first(where: { $0.row.long == name }) else {
      if fileExists(argument) { throw .looksLikeOption(file: argument) }
      let near = Suggestion.nearest(to: name, among: syntax.options.map(\.row.long) + ["help"])
      throw .unknownOption("--\(name)", suggestion: near.map { "--\($0)" })
    }
    try apply(option, as: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Reads bundled letters; true when one of them asks for help.
  private mutating func readLetters(_ argument: String) throws(UsageError) -> Bool {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      if letter == "h" { return true }
      guard let option = syntax.options.first(where: { $0.row.short == letter }) else {
        if fileExists(argument) { throw .looksLikeOption(file: argument) }
        let words = argument.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let near = Suggestion.nearest(to: words.first.map(String.init) ?? "", among: syntax.options.map(\.row.long))
        throw .unknownOption(argument.count == 2 ? argument : "-\(letter)", suggestion: near.map { "--\($0)" })
      }
      if option.row.placeholder == nil {
        try apply(option, as: "-\(letter)", attached: nil)
      } else {
        try apply(option, as: "-\(letter)", attached: letters.isEmpty ? nil : String(letters))
        return false
      }
    }
    return false
  }

  private mutating func apply(_ option: Option<Values>, as name: String, attached: String?) throws(UsageError) {
    var text = attached ?? ""
    if let placeholder = option.row.placeholder, attached == nil {
      guard let next = remaining.first, !isOption(next) else {
        throw .missingValue(of: name, placeholder: placeholder)
      }
      text = next
      remaining.removeFirst()
    } else if option.row.placeholder == nil, attached != nil {
      throw .unwantedValue(of: name)
    }
    do {
      try option.apply(&values, text)
    } catch {
      throw .invalidValue(of: name, error)
    }
    given.append(option.row.long)
  }

  /// Whether an argument is certainly meant as an option, not as the value of the one before it.
  private func isOption(_ argument: String) -> Bool {
    if argument == "--" || argument == "--help" || argument == "-h" { return true }
    return syntax.options.contains { option in
      argument == "--\(option.row.long)" || argument.hasPrefix("--\(option.row.long)=")
        || option.row.short.map { argument == "-\($0)" } ?? false
    }
  }

  private mutating func assignOperands() throws(UsageError) {
    guard let operand = syntax.operand else {
      if let first = operands.first { throw .surplusOperand(first) }
      return
    }
    if operands.count > 1, !operand.row.isRepeated { throw .surplusOperand(operands[1]) }
    if operands.isEmpty, !operand.row.isOptional { throw .missingOperand(operand.row.placeholder) }
    for given in operands {
      if given.isEmpty { throw UsageError("\(operand.row.placeholder) is empty") }
      operand.apply(&values, given)
    }
  }

  private func checkExclusive() throws(UsageError) {
    for group in syntax.exclusive {
      let present = given.reduce(into: [String]()) { found, name in
        if group.contains(name), !found.contains(name) { found.append(name) }
      }
      if present.count > 1 { throw .exclusive("--\(present[0])", "--\(present[1])") }
    }
  }
}
