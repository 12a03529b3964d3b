/// Sets the help of a command from its table.
enum HelpText {
  static let width = 80
  private static let column = 30

  /// The whole help of a command, ending in a line feed.
  static func render(_ outline: CommandOutline) -> String {
    var usage = "Usage: swage \(outline.name)"
    if !outline.sections.isEmpty { usage += " [OPTIONS]" }
    if let operand = outline.operand { usage += " \(operand.spelling)" }
    var lines = [usage, ""] + wrap(outline.summary + ".", to: width)
    for paragraph in outline.discussion { lines += [""] + wrap(paragraph, to: width) }
    for section in outline.sections {
      lines += ["", "\(section.title):"]
      lines += section.rows.flatMap { entry($0.spelling, $0.help) }
    }
    lines += ["", "Help:"] + entry(OptionRow.help.spelling, OptionRow.help.help)
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
  static func wrap(_ text: String, to width: Int = width) -> [String] {
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
