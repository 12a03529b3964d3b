import Foundation

/// Where the threads of the running tests are, for a call that doesn't come back: nothing else would tell why.
public enum ThreadPlaces {
  /// The innermost functions of every thread, as the debugger `gdb` sees them.
  public static func text() async -> String {
    let arguments = ["-p", "\(getpid())", "-batch", "-nx", "-ex", "thread apply all backtrace 16"]
    do {
      let told = try await run("gdb", arguments, timeout: 60, waits: true)
      let lines = told.text.split(separator: "\n").filter { $0.hasPrefix("Thread ") || $0.hasPrefix("#") }
      return lines.isEmpty ? "gdb tells nothing: \(told.errorText)" : lines.joined(separator: "\n")
    } catch {
      return "no debugger: \(error)"
    }
  }
}
