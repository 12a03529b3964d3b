import Foundation

/// The sources of the repository that the tests are in, as text.
enum SourceTree {
  /// A source file.
  struct File: Sendable, CustomStringConvertible {
    /// The path below `Sources`; of other folders, with the target's name before it.
    let path: String
    /// What it holds.
    let text: String

    var description: String { path }
    /// The folder below `Sources` that it is in: its target.
    var target: String { String(path.prefix { $0 != "/" }) }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The modules that it imports.
    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ")
        guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
          words[..<position].allSatisfy({
            $0.hasPrefix("@") || ["public", "internal", "package", "private"].contains($0)
          })
        else { return nil }
        return String(words.last?.prefix { $0 != "." } ?? "")
      }
    }

    /// The lines without comments, each with its number from 1.
    var code: [(number: Int, text: String)] {
      lines.enumerated().compactMap { index, line in
        let end = line.range(of: "//")?.lowerBound ?? line.endIndex
        let text = line[..<end].trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : (index + 1, text)
      }
    }
  }

  static let files = files(in: "Sources") + files(in: "Benchmarks/Sources", of: "SwageBench")

  private static func files(in folder: String, of target: String? = nil) -> [File] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(folder)
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)).map {
        File(path: target.map { "\($0)/\(path)" } ?? path, text: $0)
      }
    }
  }
}
