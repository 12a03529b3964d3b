/// A command's table without how its values are read: what the help, the manual and completions are made of.
struct CommandOutline: Sendable {
  /// A group of options.
  struct Section: Sendable {
    /// The heading in the help.
    let title: String
    /// The options.
    let rows: [OptionRow]
  }

  /// The name after `swage`.
  let name: String
  /// What the command does, in a sentence without a full stop.
  let summary: String
  /// More about it, as paragraphs.
  let discussion: [String]
  /// What stands without a dash; `nil` when nothing may.
  let operand: OperandRow?
  /// The options in the order of the help.
  let sections: [Section]
  /// Long names of options of which only one may be given.
  let exclusive: [[String]]

  /// Every option in the order of the help, and the one that shows the help.
  var rows: [OptionRow] { sections.flatMap(\.rows) + [.help] }

  /// The long names of the options that can't be given beside one.
  func rivals(of long: String) -> [String] {
    var rivals: [String] = []
    for group in exclusive where group.contains(long) {
      rivals += group.filter { $0 != long && !rivals.contains($0) }
    }
    return rivals
  }
}

extension CommandSyntax {
  /// The table without how its values are read.
  var outline: CommandOutline {
    CommandOutline(
      name: name, summary: summary, discussion: discussion, operand: operand?.row,
      sections: sections.map { CommandOutline.Section(title: $0.title, rows: $0.options.map(\.row)) },
      exclusive: exclusive)
  }
}
