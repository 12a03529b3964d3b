import Swage

/// `swage completions SHELL`.
struct CompletionsCommand: Command {
  var shell = ""

  static var syntax: CommandSyntax<CompletionsCommand> {
    let shells = Shell.allCases.map(\.rawValue)
    return CommandSyntax(
      name: "completions", summary: "Print what makes a shell complete 'swage'",
      discussion: [
        "SHELL is \(shells.dropLast().joined(separator: ", ")) or \(shells.last ?? ""). 'make install' and the Debian "
          + "package put the scripts where shells look for them. For one session of bash: source <(swage completions bash)"
      ],
      operand: .required("SHELL", .words(shells), into: \.shell), sections: [], exclusive: [])
  }

  func validate() throws(UsageError) {
    guard Shell(rawValue: shell) == nil else { return }
    let shells = Shell.allCases.map(\.rawValue)
    let near = Suggestion.nearest(to: shell, among: shells).map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError("'\(shell)' is none of \(shells.joined(separator: ", "))\(near)")
  }

  func run(in context: CommandContext) async -> ExitStatus {
    guard let shell = Shell(rawValue: shell) else { return .wrongUsage }
    return context.console.deliver(shell.script(for: .swage))
  }
}
