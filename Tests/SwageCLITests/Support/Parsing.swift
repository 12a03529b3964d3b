@testable import SwageCLI

/// Reads arguments of `swage compress` and checks them.
func compress(_ arguments: String..., existing files: Set<String> = []) throws -> CompressCommand {
  let parsed = try ArgumentParser.parse(
    arguments, syntax: CompressCommand.syntax, defaults: CompressCommand(), fileExists: files.contains)
  guard case .values(let command) = parsed else { throw UsageError("help was asked for") }
  try command.validate()
  return command
}

/// The message that wrong arguments of `swage compress` lead to; `nil` when they aren't wrong.
func complaint(_ arguments: [String], existing files: Set<String> = []) -> String? {
  do {
    let parsed = try ArgumentParser.parse(
      arguments, syntax: CompressCommand.syntax, defaults: CompressCommand(), fileExists: files.contains)
    guard case .values(let command) = parsed else { return nil }
    try command.validate()
    return nil
  } catch {
    return error.message
  }
}
