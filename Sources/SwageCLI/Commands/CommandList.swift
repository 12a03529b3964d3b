import Swage

/// Every command of `swage`, and what happens before one is chosen.
enum CommandList {
  /// The commands in the order of the help.
  static let all: [any Command.Type] = [
    CompressCommand.self, ImageCommand.self, InspectCommand.self, CapabilitiesCommand.self, PresetsCommand.self,
    CompletionsCommand.self, HelpCommand.self,
  ]

  /// Commands that `swage` runs itself with; no help tells of them.
  static let inner: [any Command.Type] = [ProbeDeviceCommand.self]

  /// What may stand instead of a command.
  static let options = [
    OptionRow.help, OptionRow(long: "version", short: nil, placeholder: nil, help: VersionCommand.entry.summary),
  ]

  /// The command of a name.
  static func find(_ name: String) -> (any Command.Type)? { all.first { $0.entry.name == name } }

  /// What `swage` is for, in sentences.
  static let purpose =
    "Makes videos and pictures smaller and keeps what belongs to them: rotation, HDR, tracks, chapters, dates and places. "
    + "Never leaves a file that is larger, shorter or broken."

  /// The help of `swage` itself.
  static var help: String {
    var lines = ["Usage: swage COMMAND [OPTIONS] [INPUT]", ""] + HelpText.wrap(purpose) + ["", "Commands:"]
    lines += all.flatMap { HelpText.entry($0.entry.name, $0.entry.summary) }
    lines += ["", "Options:"]
    lines += options.flatMap { HelpText.entry($0.spelling, $0.help) }
    lines += ["", "'swage help COMMAND' or 'swage COMMAND --help' tells more about a command."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Runs the command that the arguments (without the program's name) ask for.
  static func main(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
    guard let first = arguments.first else {
      context.console.error(help)
      return .wrongUsage
    }
    switch first {
    case "--help", "-h": return context.console.deliver(help)
    case "--version": return await VersionCommand.main(Array(arguments.dropFirst()), in: context)
    default: break
    }
    if let command = find(first) ?? inner.first(where: { $0.entry.name == first }) {
      return await command.main(Array(arguments.dropFirst()), in: context)
    }
    context.console.complain(unknown(first).message)
    context.console.error("Try 'swage --help'.\n")
    return .wrongUsage
  }

  /// What to say about a first argument that is no command.
  static func unknown(_ word: String) -> UsageError {
    if word.hasPrefix("-") {
      let isLater = all.contains { $0.optionNames.contains(String(word.drop { $0 == "-" })) }
      if isLater { return UsageError("options follow the command: swage COMMAND \(word)") }
      let near = Suggestion.nearest(to: word, among: ["--help", "--version"])
      return .unknownOption(word, suggestion: near)
    }
    let near = Suggestion.nearest(to: word, among: all.map { $0.entry.name })
    if near == nil, FileNames.exists(word) {
      return UsageError("there is no command '\(word)'; did you mean 'swage compress \(word)'?")
    }
    return .unknownCommand(word, suggestion: near)
  }
}

extension Command {
  /// The long names of the command's options.
  fileprivate static var optionNames: [String] { syntax.options.map(\.row.long) }
}
