import Swage

/// `swage inspect INPUT`.
struct InspectCommand: Command {
  var input = ""
  var printsJSON = false

  static var syntax: CommandSyntax<InspectCommand> {
    CommandSyntax(
      name: "inspect", summary: "Show what is in a file",
      discussion: [
        "Reads every packet, so that counts, durations and damage are facts and not the header's promises."
      ],
      operand: .required("INPUT", .files, into: \.input),
      sections: [
        OptionSection(
          "Messages", [.flag("json", into: \.printsJSON, help: "Print one JSON object instead of text")])
      ],
      exclusive: [])
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let file = FileNames.url(input)
    let result = await context.signals.run { try await Probe.describe(file) }
    switch result {
    case .success(let source):
      return context.console.deliver(
        printsJSON ? JSONDocument.inspection(source).document : InspectionText.render(source))
    case .failure(let error):
      let failure = JobFailure(error, stage: .probe, signal: context.signals.received)
      context.console.complain(failure.message)
      guard printsJSON else { return failure.status }
      return context.console.deliver(JSONDocument.inspectionFailure(failure).document, then: failure.status)
    }
  }

  static func usageFailure(_ error: UsageError) -> JSONValue? {
    JSONDocument.inspectionFailure(
      JobFailure(code: .invalidRequest, message: error.message, stage: .request))
  }
}
