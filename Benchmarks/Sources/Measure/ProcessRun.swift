import Glibc

/// How a process ended.
struct ProcessEnd: Sendable, Hashable {
  /// The exit status; 128 and the signal where one ended it, as shells say it.
  let status: Int32
  /// What it took.
  let usage: Usage
  /// The end of what it wrote to standard error, or why it didn't start.
  let complaint: String
}

/// Runs processes and measures them.
///
/// ``prepare()`` has to be called first, while the process has one thread.
enum ProcessRun {
  /// Seconds after which a process is killed.
  static let longest = 3600.0

  /// Keeps the signal of an ended child waiting in every thread that will exist, so that it can be waited for.
  static func prepare() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGCHLD)
    unsafe sigprocmask(SIG_BLOCK, &signals, nil)
  }

  /// Runs a command to its end. C functions: `posix_spawnp`, `sigtimedwait`, `wait4`.
  ///
  /// - Parameters:
  ///   - command: The command; standard input is empty.
  ///   - output: A file for its standard output; thrown away without one.
  ///   - takesErrors: Whether standard error goes to that file, too.
  ///   - scratch: A folder for the file that standard error goes to otherwise, because a pipe could fill up.
  static func run(
    _ command: Command, output: String? = nil, takesErrors: Bool = false, scratch: String
  ) -> ProcessEnd {
    let log = "\(scratch)/stderr.txt"
    let begin = now()
    let child: pid_t
    do throws(BenchmarkError) {
      child = try spawn(command, output: output ?? "/dev/null", log: takesErrors ? nil : log)
    } catch {
      let nothing = Usage(wallSeconds: 0, cpuSeconds: 0, peakBytes: 0)
      return ProcessEnd(status: 127, usage: nothing, complaint: error.description)
    }
    // The memory that a child is said to have had begins with that of the process that it was split off from, which may
    // have grown meanwhile.
    let floor = peakMemory(of: "self") ?? 0
    var status: Int32 = 0
    var usage = rusage()
    var seen = 0.0
    var isKilled = false
    while true {
      let ended = unsafe wait4(child, &status, WNOHANG, &usage)
      if ended == child || (ended == -1 && errno != EINTR) { break }
      let elapsed = now() - begin
      if elapsed > longest, !isKilled {
        kill(child, SIGKILL)
        isKilled = true
      }
      waitForChild(seconds: elapsed < 0.1 ? 0.001 : 0.02)
      seen = max(seen, peakMemory(of: "\(child)") ?? 0)
    }
    let wall = now() - begin
    let reported = Double(usage.ru_maxrss) * 1024
    let end = Usage(
      wallSeconds: wall, cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakBytes: reported > floor || seen == 0 ? reported : seen)
    let signal = status & 0x7f
    return ProcessEnd(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, usage: end,
      complaint: isKilled ? "killed after \(Int(longest)) s" : lastWords(in: takesErrors ? output ?? "" : log))
  }

  /// What a command prints to standard output; `nil` when it fails.
  static func text(of command: Command, scratch: String) -> String? {
    let file = "\(scratch)/stdout.txt"
    guard run(command, output: file, scratch: scratch).status == 0 else { return nil }
    return TextFile.text(file)
  }

  // MARK: Starting

  private static func spawn(_ command: Command, output: String, log: String?) throws(BenchmarkError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o600)
    if let log {
      unsafe posix_spawn_file_actions_addopen(&actions, 2, log, writing, 0o600)
    } else {
      unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe ([command.program] + command.arguments).map {
      unsafe strdup($0)
    }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    var code = unsafe posix_spawnp(&child, command.program, &actions, &attributes, &arguments, environ)
    // A program that was just written is busy for a moment where another process was split off meanwhile.
    for _ in 0..<100 where code == ETXTBSY {
      usleep(10_000)
      code = unsafe posix_spawnp(&child, command.program, &actions, &attributes, &arguments, environ)
    }
    guard code == 0 else {
      throw BenchmarkError("\(command.program) doesn't start: \(unsafe String(cString: strerror(code)))")
    }
    return child
  }

  // MARK: Watching

  /// Returns when a child has ended, or some time has passed.
  private static func waitForChild(seconds: Double) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGCHLD)
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    _ = unsafe sigtimedwait(&signals, nil, &time)
  }

  /// The most memory that a living process has had, in bytes (`VmHWM`); `nil` once it has ended.
  static func peakMemory(of process: String) -> Double? {
    let file = unsafe open("/proc/\(process)/status", O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let line = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
  }

  /// Seconds of a clock that only moves forward.
  static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func lastWords(in log: String) -> String {
    let lines = (TextFile.text(log) ?? "").split(whereSeparator: \.isNewline).suffix(4)
    return String(lines.joined(separator: "\n").suffix(600))
  }
}
