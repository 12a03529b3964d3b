/// A command of `swage`: holds the defaults of its options, takes their values by its table, checks them, runs.
protocol Command: Sendable {
  /// The table of the command's arguments.
  static var syntax: CommandSyntax<Self> { get }

  /// The command as it is when no option is given.
  init()

  /// Checks what the table can't: options that don't go together, and names of files.
  func validate() throws(UsageError)

  /// Does the work.
  func run(in context: CommandContext) async -> ExitStatus

  /// What goes to standard output when the arguments are wrong but ask for JSON; `nil` for a command without JSON.
  static func usageFailure(_ error: UsageError) -> JSONValue?
}

/// What a command needs of the process.
struct CommandContext: Sendable {
  /// Where results and messages go.
  let console: Console
  /// What ends a job early.
  let signals: SignalWatch
}

extension Command {
  func validate() throws(UsageError) {}
  static func usageFailure(_ error: UsageError) -> JSONValue? { nil }

  /// The command's help.
  static var help: String { HelpText.render(outline) }

  /// The command's table as the help shows it.
  static var outline: CommandOutline { syntax.outline }

  /// The command's name and what it does.
  static var entry: (name: String, summary: String) { (syntax.name, syntax.summary) }

  /// Reads arguments and does what they ask for.
  static func main(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
    do {
      switch try ArgumentParser.parse(arguments, syntax: syntax, defaults: Self(), fileExists: FileNames.exists) {
      case .help: return context.console.deliver(help)
      case .values(let command):
        try command.validate()
        return await command.run(in: context)
      }
    } catch {
      context.console.complain(error.message)
      context.console.error("Try 'swage \(syntax.name) --help'.\n")
      let asksForJSON = arguments.prefix { $0 != "--" }.contains("--json")
      guard asksForJSON, let failure = usageFailure(error) else { return .wrongUsage }
      return context.console.deliver(failure.document, then: .wrongUsage)
    }
  }
}
