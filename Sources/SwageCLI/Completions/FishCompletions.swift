/// Completions for fish.
enum FishCompletions {
  /// The script, which fish finds under the name `swage.fish` in a folder of completions.
  static func script(for program: ProgramOutline) -> String {
    var lines = [
      "# Completions of swage for fish; 'swage completions fish' writes this file.", "",
      "# Whether the command is the one that is named; without a name, whether there is none yet.",
      "function __swage_command",
      "    set -l words (commandline -opc)",
      "    if test (count $argv) -eq 0",
      "        test (count $words) -eq 1",
      "    else",
      "        test (count $words) -ge 2; and test $words[2] = $argv[1]",
      "    end",
      "end", "",
      "complete -c swage -f",
    ]
    for command in program.commands {
      lines.append("complete -c swage -n __swage_command -a \(command.name) -d \(ShellWord.fish(command.summary))")
    }
    lines += program.options.map { option($0, when: "__swage_command", in: program) }
    for command in program.commands {
      let condition = "'__swage_command \(command.name)'"
      lines.append("")
      lines += command.rows.map { option($0, when: condition, in: program) }
      if let operand = command.operand, let offer = offer(operand.completion, in: program) {
        lines.append("complete -c swage -n \(condition) \(offer)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func option(_ row: OptionRow, when condition: String, in program: ProgramOutline) -> String {
    var text = "complete -c swage -n \(condition)"
    if let short = row.short { text += " -s \(short)" }
    text += " -l \(row.long)"
    if row.placeholder != nil { text += " -r " + (offer(row.completion, in: program) ?? "-f") }
    return text + " -d \(ShellWord.fish(row.help))"
  }

  /// What fish takes for a value; `nil` when nothing is offered.
  private static func offer(_ completion: Completion, in program: ProgramOutline) -> String? {
    switch completion {
    case .nothing: nil
    case .files: "-F"
    case .folders: "-f -a '(__fish_complete_directories)'"
    case .words, .commands: "-f -a \(ShellWord.fish((program.words(of: completion) ?? []).joined(separator: " ")))"
    }
  }
}
