/// Completions for bash, which need nothing but bash 4.
enum BashCompletions {
  /// The script that defines and registers them.
  static func script(for program: ProgramOutline) -> String {
    let words = program.commands.map(\.name) + program.options.flatMap(\.names)
    let values = program.commands.flatMap { command in command.rows.compactMap { value($0, of: command, in: program) } }
    return """
      # Completions of swage for bash; 'swage completions bash' writes this file.

      _swage() {
        local command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        local words='' kind=none ended='' index
        COMPREPLY=()

        # bash makes three words of --option=value.
        if [[ $previous == '=' ]]; then
          previous=${COMP_WORDS[COMP_CWORD - 2]}
        elif [[ $current == '=' ]]; then
          current=''
        fi
        # Behind -- there are no options.
        for ((index = 2; index < COMP_CWORD; index++)); do
          [[ ${COMP_WORDS[index]} == -- ]] && ended=yes
        done

        if ((COMP_CWORD == 1)); then
          words=\(ShellWord.posix(words.joined(separator: " ")))
        elif [[ $ended ]]; then
          _swage_operand
        else
          case "$command $previous" in
      \(values.joined(separator: "\n"))
          *)
            if [[ $current == -* ]]; then _swage_options; else _swage_operand; fi
            ;;
          esac
        fi

        case $kind in
        files) compopt -o default ;;
        folders) compopt -o dirnames ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
        esac
      }

      # The options of $command.
      _swage_options() {
        case $command in
      \(program.commands.map(options).joined(separator: "\n"))
        esac
      }

      # What stands without a dash behind $command.
      _swage_operand() {
        case $command in
      \(program.commands.compactMap { operand(of: $0, in: program) }.joined(separator: "\n"))
        esac
      }

      complete -F _swage swage

      """
  }

  /// The case of an option's value; `nil` for an option without one.
  private static func value(_ row: OptionRow, of command: CommandOutline, in program: ProgramOutline) -> String? {
    guard row.placeholder != nil else { return nil }
    let patterns = row.names.map { ShellWord.posix("\(command.name) \($0)") }.joined(separator: " | ")
    return "    \(patterns)) \(assignment(row.completion, in: program)) ;;"
  }

  private static func options(of command: CommandOutline) -> String {
    let names = command.rows.flatMap(\.names).joined(separator: " ")
    return "  \(command.name)) words=\(ShellWord.posix(names)) ;;"
  }

  private static func operand(of command: CommandOutline, in program: ProgramOutline) -> String? {
    command.operand.map { "  \(command.name)) \(assignment($0.completion, in: program)) ;;" }
  }

  private static func assignment(_ completion: Completion, in program: ProgramOutline) -> String {
    switch completion {
    case .files: "kind=files"
    case .folders: "kind=folders"
    case .nothing, .words, .commands:
      "words=" + ShellWord.posix((program.words(of: completion) ?? []).joined(separator: " "))
    }
  }
}
