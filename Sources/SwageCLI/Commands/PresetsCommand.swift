import Swage

/// `swage presets`.
struct PresetsCommand: Command {
  var printsJSON = false

  static var syntax: CommandSyntax<PresetsCommand> {
    CommandSyntax(
      name: "presets", summary: "Show what the presets of 'compress' wish for",
      discussion: [
        "Sizes and frame rates are upper bounds. A bit rate of more than 1.2 times the source's becomes 0.8 times the "
          + "source's. Sound that is within its numbers is copied. Every other option of 'compress' counts instead of "
          + "what the preset says."
      ],
      operand: nil,
      sections: [
        OptionSection("Messages", [.flag("json", into: \.printsJSON, help: "Print one JSON object instead of text")])
      ],
      exclusive: [])
  }

  func run(in context: CommandContext) async -> ExitStatus {
    context.console.deliver(printsJSON ? JSONDocument.presets().document : PresetsText.render())
  }
}
