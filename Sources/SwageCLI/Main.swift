import Glibc

/// The `swage` command.
@main
struct Main {
  static func main() {
    let signals = SignalWatch()
    // Before any other thread exists, because a thread takes its mask from the one that makes it; so not in an
    // asynchronous `main`, which runs beside this thread.
    signals.block()
    let context = CommandContext(console: .standard(), signals: signals)
    // Not `exit`, which runs what drivers left to be run at the end, and would wait for one that hangs in its thread.
    Task.detached { _exit(await run(in: context).rawValue) }
    signals.wait()
  }

  private static func run(in context: CommandContext) async -> ExitStatus {
    if let position = CommandLineText.firstUnreadable {
      context.console.complain("argument \(position) isn't UTF-8; rename the file or reach it by another name")
      return .wrongUsage
    }
    return await CommandList.main(Array(CommandLine.arguments.dropFirst()), in: context)
  }
}

/// The bytes behind `CommandLine.arguments`.
enum CommandLineText {
  /// The position of the first argument that isn't UTF-8; Swift would replace its bytes and so name another file.
  static var firstUnreadable: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { position in
      guard let argument = unsafe CommandLine.unsafeArgv[position] else { return false }
      return unsafe String(validatingCString: argument) == nil
    }
  }
}
