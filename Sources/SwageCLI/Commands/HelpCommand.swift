/// `swage help [COMMAND]`.
struct HelpCommand: Command {
  var topic: String?

  static var syntax: CommandSyntax<HelpCommand> {
    CommandSyntax(
      name: "help", summary: "Explain a command", discussion: [],
      operand: .optional("COMMAND", into: \.topic), sections: [], exclusive: [])
  }

  func validate() throws(UsageError) {
    guard let topic, CommandList.find(topic) == nil else { return }
    throw CommandList.unknown(topic)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let text = topic.flatMap { CommandList.find($0)?.help } ?? CommandList.help
    return context.console.deliver(text)
  }
}
