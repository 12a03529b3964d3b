/// `swage help [COMMAND]`.
struct HelpCommand: Command {
  var topic: String?
  var printsManual = false

  static var syntax: CommandSyntax<HelpCommand> {
    CommandSyntax(
      name: "help", summary: "Explain a command", discussion: [],
      operand: .optional("COMMAND", .commands, into: \.topic),
      sections: [
        OptionSection(
          "Form",
          [
            .flag(
              "man", into: \.printsManual,
              help: "Print the manual page of all commands, as 'make install' puts it where man looks")
          ])
      ],
      exclusive: [])
  }

  func validate() throws(UsageError) {
    if printsManual, let topic { throw UsageError("'--man' prints one page of all commands; leave '\(topic)' out") }
    guard let topic, CommandList.find(topic) == nil else { return }
    throw CommandList.unknown(topic)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    if printsManual { return context.console.deliver(ManualPage.render(.swage)) }
    let text = topic.flatMap { CommandList.find($0)?.help } ?? CommandList.help
    return context.console.deliver(text)
  }
}
