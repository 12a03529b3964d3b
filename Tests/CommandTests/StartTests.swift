import Foundation
import TestSupport
import Testing

@Suite("The start of the command") struct StartTests {
  /// The libraries that bring a hundred and sixty others with them.
  private static let late = ["libavformat", "libavcodec", "libavfilter"]

  /// The names of the libraries that the loader tells of, when a command runs.
  private func loaded(_ arguments: [String]) async throws -> Set<String> {
    let result = try await SwageCommand.run(
      arguments, environment: SwageCommand.environment.merging(["LD_DEBUG": "files"]) { $1 })
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains("/libavutil.so"))
    return Set(Self.late.filter { result.errorText.contains("/\($0).so") })
  }

  @Test(
    "what looks at no media loads no library that takes long",
    arguments: [
      ["--help"], ["compress", "--help"], ["--version"], ["help", "--man"], ["completions", "bash"], ["presets"],
    ])
  func light(arguments: [String]) async throws {
    #expect(try await loaded(arguments) == [])
  }

  @Test("looking at a file loads what reads it, and not the filters") func inspect() async throws {
    let file = try await Clip.plain.file.path
    #expect(try await loaded(["inspect", file]) == ["libavformat", "libavcodec"])
  }

  @Test("the versions are those that ffmpeg tells of the same libraries") func versions() async throws {
    let text = try await SwageCommand.run(["--version"]).text
    let told = try await run("ffmpeg", ["-version"]).text
    for library in Self.late + ["libavutil", "libswscale", "libswresample"] {
      let line = try #require(told.split(separator: "\n").first { $0.hasPrefix("\(library) ") })
      let numbers = line.split(separator: "/").last?.filter { !$0.isWhitespace } ?? ""
      #expect(text.contains("\n\(library) \(numbers)\n"), "\(line)")
    }
    #expect(text.contains("\nlibheif "))
  }

  @Test("as JSON, the version has the same libraries") func json() async throws {
    let lines = try await SwageCommand.run(["--version"]).text.split(separator: "\n")
    let result = try await SwageCommand.run(["--version", "--json"])
    let document = try JSON(text: result.output)
    #expect(result.status == .exited(0) && result.errorText == "")
    #expect(document["schema"].string == "swage.version/1")
    #expect("swage \(document["version"].string ?? "")" == lines.first ?? "")
    let libraries = document["libraries"].array.map { "\($0["name"].string ?? "") \($0["version"].string ?? "")" }
    #expect(libraries == lines.dropFirst().map(String.init) && libraries.count > 7)
  }

  @Test("a library that isn't there ends the command as the loader would") func missing() async throws {
    // An empty file in its place, which the loader refuses.
    let folder = try TemporaryFolder()
    let name = try await run("sh", ["-c", "ls /usr/lib/*/libavformat.so.?? | sed 's,.*/,,' | head -n 1"]).text
    try Data("no library".utf8).write(to: folder.file(name.trimmingCharacters(in: .whitespacesAndNewlines)))
    let result = try await SwageCommand.run(
      ["inspect", try await Clip.plain.file.path],
      environment: SwageCommand.environment.merging(["LD_LIBRARY_PATH": folder.url.path]) { $1 })
    #expect(result.status == .exited(127) && result.text == "" && result.errorText.contains("libavformat.so"))
  }
}
