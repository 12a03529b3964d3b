import Swage

/// `swage --version`.
struct VersionCommand: Command {
  var printsJSON = false

  static var syntax: CommandSyntax<VersionCommand> {
    CommandSyntax(
      name: "--version", summary: "Show the version, and those of the libraries", discussion: [], operand: nil,
      sections: [
        OptionSection("Messages", [.flag("json", into: \.printsJSON, help: "Print one JSON object instead of text")])
      ], exclusive: [])
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let version = Version()
    return context.console.deliver(printsJSON ? JSONDocument.version(version).document : version.text)
  }
}
