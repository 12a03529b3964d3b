import Testing

@testable import SwageCLI

@Suite struct ManualPageTests {
  private let page = ManualPage.render(.swage)

  @Test func `every command, option and exit status is on the page`() {
    let lines = Set(page.split(separator: "\n"))
    for command in ProgramOutline.swage.commands {
      #expect(lines.contains(".It Cm \(command.name)"))
      for section in command.sections {
        for row in section.rows { #expect(page.contains("Fl -\(row.long)"), "\(command.name) --\(row.long)") }
      }
    }
    for status in ExitStatus.allCases { #expect(lines.contains(".It \(status.rawValue)")) }
    #expect(!page.contains("probe-device"))
  }

  @Test(arguments: Example.all.map(\.arguments))
  func `every example is a command line that is understood`(_ arguments: [String]) throws {
    let command = try #require(CommandList.find(arguments[0]))
    #expect(throws: Never.self) { try parse(Array(arguments.dropFirst()), as: command) }
  }

  private func parse<Parsed: Command>(_ arguments: [String], as command: Parsed.Type) throws {
    let result = try ArgumentParser.parse(
      arguments, syntax: command.syntax, defaults: command.init(), fileExists: { _ in false })
    if case .values(let values) = result { try values.validate() }
  }

  @Test func `what has a meaning for the formatter is a letter like others`() {
    #expect(Roff.text(".5 \\ x") == ["\\&.5 \\e x"])
    #expect(
      Roff.text("Give --size or '-1'. Then -- end.") == ["Give \\-\\-size or \\(aq\\-1\\(aq.", "Then \\-\\- end."])
    #expect(Roff.argument("Op PATH") == "\\&Op PATH")
  }
}

@Suite struct CompletionScriptTests {
  private let program = ProgramOutline(
    commands: [
      CommandOutline(
        name: "go", summary: "It's \\ gone", discussion: [],
        operand: OperandRow(placeholder: "IN", completion: .folders),
        sections: [
          CommandOutline.Section(
            title: "Way",
            rows: [
              OptionRow(
                long: "by", short: "b", placeholder: "W:H", completion: .words(["car", "foot"]), help: "How [to]"),
              OptionRow(long: "at", short: nil, placeholder: "T", isRepeatable: true, help: "When"),
            ])
        ], exclusive: [["by", "at"]])
    ], options: [.help])

  @Test func `a text is one word of each shell, whatever is in it`() {
    #expect(ShellWord.posix("it's") == #"'it'\''s'"#)
    #expect(ShellWord.fish(#"it's \ so"#) == #"'it\'s \\ so'"#)
  }

  @Test func `zsh is told what excludes what, and what may be repeated`() {
    let script = ZshCompletions.script(for: program)
    #expect(script.contains(#"'(--at --by)-b+[How \[to\]]:W\:H:(car foot)'"#))
    #expect(script.contains(#"'(-b --by)*--at=[When]:T: '"#))
    #expect(script.contains("'1:IN:_files -/'"))
  }

  @Test func `bash and fish are told the words of a value`() {
    #expect(BashCompletions.script(for: program).contains("'go -b' | 'go --by') words='car foot' ;;"))
    #expect(FishCompletions.script(for: program).contains(#"-s b -l by -r -f -a 'car foot' -d 'How [to]'"#))
    #expect(FishCompletions.script(for: program).contains(#"-a go -d 'It\'s \\ gone'"#))
  }
}
