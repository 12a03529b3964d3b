/// Completions for zsh.
enum ZshCompletions {
  /// The script, which zsh finds under the name `_swage` in a folder of its `fpath`.
  static func script(for program: ProgramOutline) -> String {
    """
    #compdef swage
    # Completions of swage for zsh; 'swage completions zsh' writes this file.

    _swage() {
      local context state state_descr line
      typeset -A opt_args
      local -a commands=(
    \(program.commands.map { "    " + ShellWord.posix("\($0.name):\($0.summary)") }.joined(separator: "\n"))
      )

      _arguments -S -C \\
    \(program.options.flatMap { specifications($0, rivals: ["- *"], in: program) }.joined(separator: " \\\n")) \\
        '1:command:->command' '*::argument:->argument'

      case $state in
      command) _describe -t commands command commands ;;
      argument)
        case $words[1] in
    \(program.commands.map { branch(of: $0, in: program) }.joined(separator: "\n"))
        esac
        ;;
      esac
    }

    # Called by its own name when it is loaded for the first completion, and by compdef when it is sourced.
    if [[ $funcstack[1] == _swage ]]; then
      _swage "$@"
    else
      compdef _swage swage
    fi

    """
  }

  private static func branch(of command: CommandOutline, in program: ProgramOutline) -> String {
    var lines: [String] = []
    for section in command.sections {
      for row in section.rows {
        let rivals = command.rivals(of: row.long).map { "--\($0)" }
        lines += specifications(row, rivals: rivals, of: command, in: program)
      }
    }
    lines += specifications(.help, rivals: ["- *"], in: program)
    if let operand = command.operand {
      let place = operand.isRepeated ? "*" : "1"
      lines.append(
        "    " + ShellWord.posix("\(place):\(escaped(operand.placeholder)):\(action(operand.completion, in: program))"))
    }
    return "    \(command.name))\n      _arguments -S -s \\\n"
      + lines.map { "    " + $0 }.joined(separator: " \\\n") + "\n      ;;"
  }

  /// What `_arguments` takes for each name of an option.
  private static func specifications(
    _ row: OptionRow, rivals: [String], of command: CommandOutline? = nil, in program: ProgramOutline
  ) -> [String] {
    let letters = command?.rows.filter { rivals.contains("--\($0.long)") }.flatMap(\.names) ?? rivals
    return row.names.map { name in
      let others = letters + (row.isRepeatable ? [] : row.names.filter { $0 != name })
      var text = others.isEmpty ? "" : "(\(others.joined(separator: " ")))"
      if row.isRepeatable { text += "*" }
      text += name
      if row.placeholder != nil { text += name.hasPrefix("--") ? "=" : "+" }
      text += "[\(escaped(row.help))]"
      if let placeholder = row.placeholder {
        text += ":\(escaped(placeholder)):\(action(row.completion, in: program))"
      }
      return "    " + ShellWord.posix(text)
    }
  }

  private static func action(_ completion: Completion, in program: ProgramOutline) -> String {
    switch completion {
    case .files: "_files"
    case .folders: "_files -/"
    // A blank shows the message alone.
    case .nothing: " "
    case .words, .commands: "(\((program.words(of: completion) ?? []).joined(separator: " ")))"
    }
  }

  /// A text without meaning for `_arguments`.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\[]:".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
