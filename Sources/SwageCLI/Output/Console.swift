import Glibc
import Swage

/// Where a command writes to, and what is known of who reads there.
struct Console: Sendable {
  /// What a command's surroundings are like.
  struct Terminal: Sendable, Equatable {
    /// Whether results go to a terminal.
    var showsOutput = false
    /// Whether messages go to a terminal.
    var showsErrors = false
    /// Whether that terminal can redraw a line.
    var canRedraw = true
    /// Whether colors are welcome there.
    var usesColor = false
    /// Whether it shows more than ASCII.
    var usesUnicode = true
  }

  /// Writes results.
  let output: @Sendable (String) throws(StreamError) -> Void
  /// Writes everything else; what can't be written is lost.
  let error: @Sendable (String) -> Void
  /// Who reads there.
  let terminal: Terminal
  /// The width of the terminal that messages go to.
  let columns: @Sendable () -> Int

  /// The process's own standard streams.
  static func standard() -> Console {
    let name = environment("TERM") ?? "dumb"
    let redraws = !["", "dumb"].contains(name)
    let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? ""
    let terminal = Terminal(
      showsOutput: StandardStream.output.isTerminal, showsErrors: StandardStream.error.isTerminal,
      canRedraw: redraws, usesColor: redraws && environment("NO_COLOR") == nil,
      usesUnicode: locale.lowercased().contains("utf"))
    return Console(
      output: { text throws(StreamError) in try StandardStream.output.write(text) },
      error: { try? StandardStream.error.write($0) }, terminal: terminal,
      columns: { StandardStream.error.columns ?? 80 })
  }

  /// A variable of the environment; `nil` when it isn't set or empty, as https://no-color.org and POSIX read them.
  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}

extension Console {
  /// Tells what went wrong, on one line.
  func complain(_ message: String) { error("swage: \(Printable.text(message))\n") }

  /// Writes a result.
  ///
  /// - Returns: Success, or failure when the result couldn't be written; a reader that has gone isn't complained about.
  func deliver(_ text: String, then status: ExitStatus = .success) -> ExitStatus {
    do {
      try output(text)
      return status
    } catch {
      if !error.isClosedPipe { complain("the result can't be written to standard output (\(error.message))") }
      return status == .success ? .failed : status
    }
  }
}

/// Text from files, made safe for a terminal.
enum Printable {
  /// The text with control characters (which could move the cursor or break a line) written as `\u{1B}`.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isControl(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The characters that turn the direction of text can show a name as another one.
    case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }
}
