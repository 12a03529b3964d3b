import Foundation
import TestSupport
import Testing

@Suite("README's example") struct ReadmeTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("README shows the example that the tests compile") func sameText() throws {
    let code = try String(
      contentsOf: Self.repository.appendingPathComponent("Tests/SwageTests/ReadmeExample.swift"), encoding: .utf8)
    let readme = try String(contentsOf: Self.repository.appendingPathComponent("README.md"), encoding: .utf8)
    let begin = try #require(code.range(of: "  // example\n"))
    let end = try #require(code.range(of: "  // end of example"))
    let example = code[begin.upperBound..<end.lowerBound].split(separator: "\n").map { $0.dropFirst(2) }
    #expect(readme.contains(example.joined(separator: "\n")), "README's example differs")
  }

  @Test("the example makes a smaller file") func runs() async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.plain.file
    let output = folder.file("result.mp4")
    try await ProcessSlots.shared.use { try await compressUpload(clip, to: output) }
    let file = try await ReopenedOutput(output)
    #expect(try file.film.codecName == "hevc")
    #expect(file.sounds.map(\.channels) == [1])
    #expect(file.bytes < (try Data(contentsOf: clip).count))
  }
}
