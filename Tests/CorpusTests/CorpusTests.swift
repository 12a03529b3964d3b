import Foundation
import TestSupport
import Testing

/// `swage compress FILE -o OUT.mp4 --json` over every film of the folder that `SWAGE_CORPUS` names.
@Suite("Real files", .needsCorpus) struct CorpusTests {
  /// Files that can't become a smaller film, and the exit statuses that say why.
  static let refused: [String: Set<Int32>] = [
    "2018-04-12 19_24_49.mov": [3],  // empty
    "WrongFile.mp4": [3],  // text
    "broken.mp4": [3, 5],  // no index
    "corrupted.mp4": [5],  // pictures don't decode
    "invalid-bitstream.webm": [5],  // no picture decodes
    "sample_fragmented_clearkey.mp4": [4],  // scrambled
    "test-no-video.m4a": [3],  // sound alone
  ]

  @Test("every real film ends as it should", arguments: Corpus.films)
  func film(name: String) async throws {
    let source = try Corpus.file(name)
    let folder = try TemporaryFolder()
    let output = folder.file("out.mp4")
    let result = try await SwageCommand.run(["compress", source.path, "-o", output.path, "--json"], timeout: 300)
    let report = (try? JSON(text: result.output)) ?? .null
    await Table.shared.add(
      Table.Row(
        file: name, status: "\(result.status)", outcome: report["outcome"].string ?? "-",
        source: (try? Data(contentsOf: source, options: .alwaysMapped).count) ?? 0,
        output: (try? Data(contentsOf: output, options: .alwaysMapped).count), seconds: result.seconds))

    if let statuses = Self.refused[name] {
      guard case .exited(let status) = result.status else {
        Issue.record("\(name): \(result.status)")
        return
      }
      #expect(statuses.contains(status), "\(name): \(result.status) \(result.errorText)")
      #expect(folder.contents == [], "\(name): something is left")
      #expect(report["outcome"].string == "failed")
      #expect((report["error"]["message"].string ?? "").count > 10, "\(name): no reason is named")
      return
    }
    try #require(result.status == .exited(0), "\(name): \(result.status) \(result.errorText) \(result.text)")
    guard FileManager.default.fileExists(atPath: output.path) else {
      #expect(report["outcome"].string == "keptSource" && report["output"].isNull, "\(name): no result")
      #expect(folder.contents == [])
      return
    }
    #expect(folder.contents == ["out.mp4"])
    #expect(["compressed", "keptSource"].contains(report["outcome"].string))
    let comparison = Comparison(source: try await ReopenedOutput(source), output: try await ReopenedOutput(output))
    let faults = try await comparison.faults()
    #expect(faults == [], "\(name)")
    let likeness = try await comparison.output.similarity(to: comparison.source)
    #expect(likeness >= 24, "\(name) looks different: \(likeness) dB")
  }
}

/// What became of each file, printed when the last one is done.
private actor Table {
  struct Row: Sendable {
    let file: String
    let status: String
    let outcome: String
    let source: Int
    let output: Int?
    let seconds: Double
  }

  static let shared = Table()
  private var rows: [Row] = []

  func add(_ row: Row) {
    rows.append(row)
    guard rows.count == Corpus.films.count else { return }
    let lines = rows.sorted { $0.file < $1.file }.map { row in
      let ratio = row.output.map { "\(Int((Double($0) / Double(max(1, row.source)) * 100).rounded())) %" } ?? "-"
      return [
        row.file, row.status, row.outcome, "\(row.source)", row.output.map { "\($0)" } ?? "-", ratio,
        "\((row.seconds * 10).rounded() / 10)",
      ]
    }
    let table = [["file", "exit", "outcome", "source", "output", "of it", "seconds"]] + lines
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    for line in table {
      print(zip(line, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  "))
    }
  }
}
