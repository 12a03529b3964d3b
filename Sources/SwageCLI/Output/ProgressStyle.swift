/// How progress is shown: the words of `--progress`.
enum ProgressStyle: String, CaseIterable, Sendable {
  case auto, bar, lines, json, none

  /// The style that `auto` stands for.
  ///
  /// - Parameters:
  ///   - terminal: Who reads messages and results.
  ///   - isQuiet: Whether only errors are wanted.
  ///   - printsJSON: Whether the result is JSON; messages could end up in the same pipe as it.
  func resolved(for terminal: Console.Terminal, isQuiet: Bool, printsJSON: Bool) -> ProgressStyle {
    guard self == .auto else { return self }
    if isQuiet || (printsJSON && !terminal.showsOutput) { return .none }
    return terminal.showsErrors && terminal.canRedraw ? .bar : .lines
  }
}
