/// Sets the help of a command from its table.
enum HelpText {
  private static let width = 80
  private static let column = 30

  /// The whole help of a command, ending in a line feed.
  static func render<Values>(_ syntax: CommandSyntax<Values>) -> String {
    var usage = "Usage: swage \(syntax.name)"
    if !syntax.sections.isEmpty { usage += " [OPTIONS]" }
    if let operand = syntax.operand {
      usage += operand.isOptional ? " [\(operand.placeholder)]" : " \(operand.placeholder)"
      if operand.isRepeated { usage += "..." }
    }
    var lines = [usage, ""] + wrap(syntax.summary + ".", to: width)
    for paragraph in syntax.discussion { lines += [""] + wrap(paragraph, to: width) }
    for section in syntax.sections {
      lines += ["", "\(section.title):"]
      lines += section.options.flatMap { entry($0.row.spelling, $0.row.help) }
    }
    lines += ["", "Help:"] + entry("-h, --help", "Show this help")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A name and its explanation in two columns.
  static func entry(_ name: String, _ explanation: String) -> [String] {
    let start = "  " + name
    let text = wrap(explanation, to: width - column)
    let indent = String(repeating: " ", count: column)
    guard start.count < column - 1, let first = text.first else { return [start] + text.map { indent + $0 } }
    let padded = start + String(repeating: " ", count: column - start.count)
    return [padded + first] + text.dropFirst().map { indent + $0 }
  }

  /// A text broken between words into lines of at most so many characters.
  static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
