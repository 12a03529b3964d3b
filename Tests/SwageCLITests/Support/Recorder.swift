import Synchronization

@testable import SwageCLI

/// A console that keeps what is written to it.
final class Recorder: Sendable {
  private let written = Mutex((output: "", error: ""))

  var output: String { written.withLock { $0.output } }
  var error: String { written.withLock { $0.error } }

  /// The console; with `closed`, results find no reader.
  func console(
    terminal: Console.Terminal = Console.Terminal(), columns: Int = 80, closed: Bool = false
  ) -> Console {
    Console(
      output: { [self] text throws(StreamError) in
        if closed { throw StreamError(number: 32) }
        written.withLock { $0.output += text }
      }, error: { [self] text in written.withLock { $0.error += text } }, terminal: terminal, columns: { columns })
  }

  /// Surroundings of a command with this console.
  func context(terminal: Console.Terminal = Console.Terminal(), closed: Bool = false) -> CommandContext {
    CommandContext(console: console(terminal: terminal, closed: closed), signals: SignalWatch())
  }
}
