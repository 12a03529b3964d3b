/// A program with commands, as completions and the manual see it.
struct ProgramOutline: Sendable {
  /// The commands in the order of the help.
  let commands: [CommandOutline]
  /// What may stand instead of a command.
  let options: [OptionRow]

  /// The program itself.
  static var swage: ProgramOutline {
    ProgramOutline(commands: CommandList.all.map { $0.outline }, options: CommandList.options)
  }

  /// The words that stand for a value; `nil` when it isn't one of a list.
  func words(of completion: Completion) -> [String]? {
    switch completion {
    case .words(let words): words
    case .commands: commands.map(\.name)
    case .nothing, .files, .folders: nil
    }
  }
}
