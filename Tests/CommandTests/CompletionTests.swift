import Foundation
import TestSupport
import Testing

@Suite("Shells complete command lines of swage") struct CompletionTests {
  /// What is typed, and what the command has to be called with then.
  static let lines: [(typed: String, called: [String])] = [
    ("swage compr\t", ["compress"]),
    ("swage compress fil\t", ["compress", "film.mkv"]),
    ("swage compress two\t", ["compress", "two words.mkv"]),
    ("swage compress film.mkv --repl\t", ["compress", "film.mkv", "--replace"]),
    ("swage compress --codec h26\tfil\t", ["compress", "--codec", "h264", "film.mkv"]),
    ("swage compress --codec=he\tfil\t", ["compress", "--codec=hevc", "film.mkv"]),
    ("swage compress --backend va\t--preset so\t", ["compress", "--backend", "vaapi", "--preset", "social"]),
    ("swage compress -o fil\t--trim 1..2", ["compress", "-o", "film.mkv", "--trim", "1..2"]),
    ("swage compress --burn-subtitles two\t", ["compress", "--burn-subtitles", "two words.mkv"]),
    ("swage image --output-folder pic\t --format av\t", ["image", "--output-folder", "pictures/", "--format", "avif"]),
    ("swage image --depth 1\tfil\tfil\t", ["image", "--depth", "10", "film.mkv", "film.mkv"]),
    ("swage inspect -- fil\t", ["inspect", "--", "film.mkv"]),
    ("swage inspect --js\tfil\t", ["inspect", "--json", "film.mkv"]),
    ("swage capabilities --backend nv\t", ["capabilities", "--backend", "nvenc"]),
    ("swage completions z\t", ["completions", "zsh"]),
    ("swage help ins\t", ["help", "inspect"]),
    ("swage --ver\t", ["--version"]),
    // Nothing is offered where any text may stand.
    ("swage compress --target-size fil\t", ["compress", "--target-size", "fil"]),
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["film.mkv", "two words.mkv"] { try Data().write(to: folder.file(name)) }
    _ = try folder.folder("pictures")
  }

  /// Writes the completions of a shell to a file.
  private func completions(_ shell: String, named name: String) async throws -> URL {
    let result = try await SwageCommand.run(["completions", shell])
    #expect(result.status == .exited(0) && result.errorText == "")
    let file = try folder.folder("completions").appendingPathComponent(name)
    try result.output.write(to: file)
    return file
  }

  private func check(_ shell: TypedShell) async throws {
    let calls = try await shell.type(Self.lines.map(\.typed), in: folder.url)
    #expect(calls.count == Self.lines.count)
    for (line, call) in zip(Self.lines, calls) {
      // A folder may get its slash with the next key only.
      let words = call.map { $0 == "pictures" ? "pictures/" : $0 }
      #expect(words == line.called, "\(shell.name): \(line.typed)")
    }
  }

  @Test("bash completes commands, options, values and names of files") func bash() async throws {
    try await check(.bash(try await completions("bash", named: "swage")))
  }

  @Test("zsh completes commands, options, values and names of files", .needsTool("zsh")) func zsh() async throws {
    try await check(.zsh(try await completions("zsh", named: "_swage")))
  }

  @Test("zsh no longer offers what can't be used beside an option that was given", .needsTool("zsh"))
  func exclusive() async throws {
    let shell = TypedShell.zsh(try await completions("zsh", named: "_swage"))
    let calls = try await shell.type(
      ["swage compress --replace --outp\t", "swage compress --json --outp\t"], in: folder.url)
    #expect(calls == [["compress", "--replace", "--outp"], ["compress", "--json", "--output"]])
  }

  @Test("fish offers commands, options, values and names of files", .needsTool("fish")) func fish() async throws {
    let file = try await completions("fish", named: "swage.fish")
    let offers: [(typed: String, offered: Set<String>)] = [
      ("swage comp", ["compress", "completions"]),
      ("swage compress --codec ", ["auto", "h264", "hevc"]),
      ("swage compress --codec=h", ["--codec=h264", "--codec=hevc"]),
      ("swage compress --out", ["--output"]),
      ("swage compress fil", ["film.mkv"]),
      ("swage compress -o t", ["two words.mkv"]),
      ("swage image --output-folder ", ["pictures/", "completions/"]),
      ("swage image --replace fil", ["film.mkv"]),
      ("swage completions ", ["bash", "zsh", "fish"]),
      ("swage help i", ["image", "inspect"]),
      ("swage --v", ["--version"]),
      ("swage compress --target-size ", []),
    ]
    let lines = offers.map { "complete -C '\($0.typed)'; echo =" }.joined(separator: "; ")
    let result = try await run(
      "fish", ["--no-config", "-c", "source '\(file.path)'; \(lines)"], in: folder.url,
      environment: ["HOME": folder.url.path])
    #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
    let answers = result.text.components(separatedBy: "=\n").dropLast()
    #expect(answers.count == offers.count)
    for (offer, answer) in zip(offers, answers) {
      let words = answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      #expect(Set(words) == offer.offered, "\(offer.typed)")
    }
  }

  @Test("an unknown shell is wrong usage, and the nearest one is told") func unknown() async throws {
    let result = try await SwageCommand.run(["completions", "bsh"])
    #expect(result.status == .exited(2) && result.text == "" && result.errorText.contains("did you mean 'bash'?"))
  }
}
