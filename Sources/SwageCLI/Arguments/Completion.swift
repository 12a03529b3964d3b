/// What a shell can offer where a value is typed.
enum Completion: Sendable, Equatable {
  /// Nothing: any text of the right form is allowed.
  case nothing
  /// These words, and no others are allowed.
  case words([String])
  /// Names of files.
  case files
  /// Names of folders.
  case folders
  /// Names of the commands of `swage`.
  case commands
}
