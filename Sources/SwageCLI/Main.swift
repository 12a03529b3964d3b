import Glibc

/// The `swage` command.
@main
struct Main {
  static func main() async {
    // Before any other thread exists, because a thread takes its mask from the one that makes it.
    let signals = SignalWatch.start()
    let context = CommandContext(console: .standard(), signals: signals)
    let status: ExitStatus
    if let position = CommandLineText.firstUnreadable {
      context.console.complain("argument \(position) isn't UTF-8; rename the file or reach it by another name")
      status = .wrongUsage
    } else {
      status = await CommandList.main(Array(CommandLine.arguments.dropFirst()), in: context)
    }
    exit(status.rawValue)
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
