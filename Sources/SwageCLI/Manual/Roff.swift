/// Texts in the language of manual pages, mdoc(7).
enum Roff {
  private static let width = 78

  /// A paragraph as lines, with a new line for each sentence, because that is where formatters widen the blank.
  static func text(_ paragraph: String) -> [String] {
    sentences(paragraph).flatMap { HelpText.wrap(escaped($0), to: width) }.map(line)
  }

  /// A text within the line of a macro.
  static func argument(_ text: String) -> String {
    // A word of two or three letters could be a macro's name.
    escaped(text).split(separator: " ").map { $0.count <= 3 ? "\\&\($0)" : String($0) }.joined(separator: " ")
  }

  /// A text in which nothing has a meaning for the formatter, and dashes of options stay what they are when copied.
  private static func escaped(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let isOption = word.drop { !$0.isLetter && !$0.isNumber && $0 != "-" }.hasPrefix("-")
      return word.map { character in
        switch character {
        case "\\": "\\e"
        case "-" where isOption || word.contains("/"): "\\-"
        case "~": "\\(ti"
        case "'": "\\(aq"
        default: String(character)
        }
      }.joined()
    }.joined(separator: " ")
  }

  /// A line that doesn't begin like a macro.
  private static func line(_ text: String) -> String {
    text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }

  private static func sentences(_ paragraph: String) -> [String] {
    paragraph.split(separator: " ").reduce(into: [String]()) { sentences, word in
      if let last = sentences.last, !last.hasSuffix(".") {
        sentences[sentences.count - 1] = "\(last) \(word)"
      } else {
        sentences.append(String(word))
      }
    }
  }
}
