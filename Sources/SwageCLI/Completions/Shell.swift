/// A shell that can complete command lines of `swage`.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script that makes the shell complete a program's command lines.
  func script(for program: ProgramOutline) -> String {
    switch self {
    case .bash: BashCompletions.script(for: program)
    case .zsh: ZshCompletions.script(for: program)
    case .fish: FishCompletions.script(for: program)
    }
  }
}
