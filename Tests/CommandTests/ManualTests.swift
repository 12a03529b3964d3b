import Foundation
import TestSupport
import Testing

@Suite("The manual page") struct ManualTests {
  @Test("mandoc finds no fault in it", .needsTool("mandoc")) func lint() async throws {
    let folder = try TemporaryFolder()
    let page = try await SwageCommand.run(["help", "--man"])
    #expect(page.status == .exited(0) && page.errorText == "")
    try page.output.write(to: folder.file("swage.1"))
    let result = try await run("mandoc", ["-T", "lint", folder.file("swage.1").path])
    // Whether other pages are installed is no matter of this one.
    let faults = (result.text + result.errorText).split(separator: "\n").filter {
      !$0.contains("outdated mandoc.db") && !$0.contains("lacks")
    }
    #expect(faults == [])
  }

  @Test("read as text, it has every option as the help writes it", .needsTool("mandoc")) func options() async throws {
    let folder = try TemporaryFolder()
    try await SwageCommand.run(["help", "--man"]).output.write(to: folder.file("swage.1"))
    let text = try await run("mandoc", ["-T", "ascii", "-O", "width=200", folder.file("swage.1").path]).text
    // What is printed bold is each letter, a backspace and the letter again.
    let plain = text.replacingOccurrences(of: ".\u{8}", with: "", options: .regularExpression)
    for command in ["compress", "image", "inspect", "capabilities", "presets"] {
      let help = try await SwageCommand.run([command, "--help"]).text
      let spellings = help.split(separator: "\n").compactMap { line -> String? in
        guard line.hasPrefix("  "), let name = line.firstRange(of: "--") else { return nil }
        guard line.distance(from: line.startIndex, to: name.lowerBound) == 6 else { return nil }
        return line[name.lowerBound...].components(separatedBy: "  ").first
      }
      #expect(spellings.count >= 2)
      for spelling in spellings { #expect(plain.contains(spelling), "\(command) \(spelling)") }
    }
  }

  @Test("it is of all commands, and naming one is wrong usage") func topic() async throws {
    let result = try await SwageCommand.run(["help", "--man", "compress"])
    #expect(result.status == .exited(2) && result.text == "")
  }
}
