import Swage

/// `swage capabilities`.
struct CapabilitiesCommand: Command {
  var backend: Backend?
  var asksAgain = false
  var printsJSON = false

  static var syntax: CommandSyntax<CapabilitiesCommand> {
    CommandSyntax(
      name: "capabilities", summary: "Show what this machine can encode",
      discussion: [
        "Asks every graphics card and the processor what they encode, and tries each encoder that they list: what is "
          + "proved has encoded pictures that came out right when they were decoded again. Only those are used.",
        "The answers are remembered until a driver, a library or the kernel changes. A driver that crashes or doesn't "
          + "answer within two seconds is a row of the table. No encoder at all isn't an error: the exit status is 0.",
        [EnvironmentVariable.devices, .cache].map { "\($0.name) \($0.meaning). " }.joined()
          + "The drivers' own variables work as everywhere.",
      ],
      operand: nil,
      sections: [
        OptionSection(
          "What to ask",
          [
            .value(
              "backend", .choice([("auto", nil)] + Backend.allCases.map { ($0.rawValue, $0) }), into: \.backend,
              help: "Ask encoders of this kind only; auto is all"),
            .flag("refresh", into: \.asksAgain, help: "Ask again instead of remembering"),
          ]),
        OptionSection("Messages", [.flag("json", into: \.printsJSON, help: "Print one JSON object instead of text")]),
      ],
      exclusive: [])
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let backends = backend.map { [$0] } ?? Set(Backend.allCases)
    let result = await context.signals.run { [asksAgain] in
      try await MachineProbe.current(
        backends: backends, refresh: asksAgain, policy: .runningCommand, trial: EncoderTrial.run)
    }
    switch result {
    case .success(let capabilities): return deliver(capabilities, in: context)
    case .failure(let error):
      let failure = JobFailure(error, stage: .probe, signal: context.signals.received)
      context.console.complain(failure.message)
      guard printsJSON else { return failure.status }
      return context.console.deliver(JSONDocument.capabilitiesFailure(failure).document, then: failure.status)
    }
  }

  /// Shows what was found out.
  func deliver(_ capabilities: MachineCapabilities, in context: CommandContext) -> ExitStatus {
    context.console.deliver(
      printsJSON ? JSONDocument.capabilities(capabilities).document : CapabilitiesText.render(capabilities))
  }

  static func usageFailure(_ error: UsageError) -> JSONValue? {
    JSONDocument.capabilitiesFailure(JobFailure(code: .invalidRequest, message: error.message, stage: .request))
  }
}
