/// Texts as words of a shell.
enum ShellWord {
  /// One word of a POSIX shell, whatever is in it.
  static func posix(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// One word of fish, whatever is in it.
  static func fish(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] } + "'"
  }
}
