import Foundation
import Testing

/// What the documentation says of the code, held against the code.
@Suite("The documentation is true") struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The names of all tests: the sentence behind `@Test(`, or the function's name in backticks.
  private static let testNames: Set<String> = {
    var names: Set<String> = []
    for folder in ["Tests", "hwtests/HardwareTests"] {
      let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        for part in text.components(separatedBy: "@Test").dropFirst() {
          let start = part.drop { $0 == "(" || $0.isWhitespace }
          if start.first == "\"" { names.insert(String(start.dropFirst().prefix { $0 != "\"" })) }
          if let name = part.components(separatedBy: "func `").dropFirst().first?.prefix(while: { $0 != "`" }) {
            names.insert(String(name))
          }
        }
      }
    }
    return names
  }()

  @Test("every row of the migration table has a test that exists") func migration() throws {
    let text = try String(contentsOf: Self.root.appending(path: "Documentation/Migrating.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| theirs") }
    #expect(rows.count > 120)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 3, "\(row)")
      let isThere = Self.testNames.contains(cells.last ?? "")
      #expect(isThere, "no test is called '\(cells.last ?? "")'")
    }
  }

  @Test("every file that the documentation names is there", arguments: ["README.md", "Documentation/Migrating.md"])
  func files(page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let folders = ["Documentation/", "Benchmarks/", "Examples/", "hwtests/"]
    let paths = text.split { "`()[] \n".contains($0) }.filter { path in folders.contains { path.hasPrefix($0) } }
    #expect(!paths.isEmpty)
    for path in Set(paths).map({ $0.hasSuffix(".") ? $0.dropLast() : $0 }) {
      let isThere = FileManager.default.fileExists(atPath: Self.root.appending(path: String(path)).path)
      #expect(isThere, "\(page) names \(path)")
    }
  }

  @Test("every public type is in the reference of the library; 'make docs' writes it") func reference() throws {
    let text = try String(contentsOf: Self.root.appending(path: "Documentation/API.md"), encoding: .utf8)
    let targets: Set<String> = ["Media", "Jobs", "VideoCompression", "ImageCompression", "Capabilities"]
    for file in SourceTree.files where targets.contains(file.target) {
      for line in file.code {
        let words = line.text.split(separator: " ").map(String.init)
        guard words.first == "public",
          let kind = words.firstIndex(where: ["struct", "enum", "class", "protocol"].contains),
          kind + 1 < words.count, line.text.hasPrefix("public \(words[kind])") || words.contains("final")
        else { continue }
        let name = String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        let isThere = text.contains("\(name)\n")
        #expect(isThere, "\(name) of \(file) isn't in API.md")
      }
    }
  }

  @Test("the Debian package and the list of changes are of the version in the sources") func version() throws {
    let release = try text("Sources/Capabilities/Support/Release.swift")
    let version = try #require(release.firstMatch(of: /version = "([0-9.]+)"/)?.1)
    #expect(try text("debian/changelog").hasPrefix("swage (\(version)-"))
    let newest = try text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") }
    #expect(newest?.hasPrefix("## \(version)") == true, "\(newest ?? "")")
  }

  @Test("every exit status of the manual is in the table of exit codes") func exitCodes() throws {
    let table = try text("Documentation/ExitCodes.md")
    let codes = try text("Sources/SwageCLI/Commands/ExitStatus.swift").matches(of: /case \w+ = (\d+)/).map(\.1)
    #expect(codes.count > 8)
    for code in codes { #expect(table.contains("| \(code) | "), "\(code)") }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }
}
