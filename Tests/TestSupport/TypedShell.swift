import Foundation

/// A shell on a terminal of its own, into which a test types; `swage` there shows what it was called with.
public struct TypedShell: Sendable {
  /// The name of the shell.
  public let name: String
  private let start: String
  private let preparation: String

  /// bash, whose completions are a file that it reads.
  public static func bash(_ completions: URL) -> TypedShell {
    TypedShell(name: "bash", start: "bash --norc --noprofile -i", preparation: "source '\(completions.path)'")
  }

  /// zsh, whose completions are the file `_swage` in a folder.
  public static func zsh(_ completions: URL) -> TypedShell {
    TypedShell(
      name: "zsh", start: "zsh -f -i",
      preparation: """
        PS1='> '; fpath=('\(completions.deletingLastPathComponent().path)' $fpath)
        autoload -Uz compinit; compinit -u -D; setopt no_beep
        """)
  }

  /// Types lines, in which `\t` is the key that completes, and runs them.
  ///
  /// - Returns: What `swage` was called with, line by line.
  public func type(_ lines: [String], in folder: URL) async throws -> [[String]] {
    let scratch = try TemporaryFolder()
    let setup =
      preparation + "\nswage() { for word in \"$@\"; do printf '%s\\n' \"$word\" >>calls; done; echo >>calls; }\n"
    let (script, keys) = (scratch.file("setup"), scratch.file("keys"))
    try Data(setup.utf8).write(to: script)
    try Data((["source '\(script.path)'"] + lines + ["exit"]).map { $0 + "\n" }.joined().utf8).write(to: keys)
    let result = try await run(
      "bash", ["-c", "script --quiet --return --command '\(start)' /dev/null <'\(keys.path)'"], in: folder,
      environment: ["TERM": "dumb", "HISTFILE": "/dev/null"], timeout: 60)
    guard let calls = try? String(contentsOf: folder.appendingPathComponent("calls"), encoding: .utf8) else {
      throw ToolFailure("\(name) ran nothing: \(result.text) \(result.errorText)")
    }
    return calls.components(separatedBy: "\n\n").dropLast().map { $0.components(separatedBy: "\n") }
  }
}
