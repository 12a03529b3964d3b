import Foundation
import Synchronization

/// How a process ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
  /// By itself, with this status.
  case exited(Int32)
  /// By a signal.
  case signaled(Int32)
  /// By the test, because it took too long.
  case timedOut

  public var description: String {
    switch self {
    case .exited(let status): "exit \(status)"
    case .signaled(let signal): "signal \(signal)"
    case .timedOut: "took too long"
    }
  }

  /// What a shell would say.
  public var shellStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .signaled(let signal): 128 + signal
    case .timedOut: 124
    }
  }
}

/// What a process did.
public struct CommandResult: Sendable {
  /// How it ended.
  public let status: ExitStatus
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errorText: String
  /// Wall-clock seconds.
  public let seconds: Double
  /// Seconds of the processor.
  public let cpuSeconds: Double
  /// The largest resident memory in bytes.
  public let peakMemory: Int64

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
}

/// A process that a test started and that hasn't ended.
public struct RunningProcess: Sendable {
  let processID: pid_t
  let errorFile: URL

  /// Sends a signal.
  public func signal(_ number: Int32) { kill(processID, number) }

  /// What it has written to standard error so far.
  public var errorTextSoFar: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  /// The most memory that it has had resident so far, in bytes; `nil` when it has ended. Unlike what the system tells at the
  /// end, it has nothing of the process that started it.
  public var peakMemorySoFar: Int64? {
    let text = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int64($0.filter(\.isNumber)) }.map { $0 * 1024 }
  }

  /// Waits until standard error holds a text.
  ///
  /// - Returns: Whether it does, after at most `seconds`.
  public func waits(for text: String, seconds: Double = 20) async throws -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      if errorTextSoFar.contains(text) { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }
}

/// Something went wrong with a tool that a test uses, not with what it tests.
public struct ToolFailure: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

/// Runs a program and waits for its end.
///
/// - Parameters:
///   - program: A path, or a name that is looked up in `PATH`.
///   - arguments: What it gets.
///   - folder: Where it works.
///   - environment: Variables that it gets beside those of the tests.
///   - timeout: Seconds after which it is killed.
///   - alone: Whether nothing else may run beside it, because it measures time.
///   - waits: Whether it waits rather than works, so that it takes no core from others.
///   - meanwhile: What the test does while it runs.
public func run(
  _ program: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
  timeout: Double = 120, alone: Bool = false, waits: Bool = false,
  meanwhile: (@Sendable (RunningProcess) async throws -> Void)? = nil
) async throws -> CommandResult {
  try await (waits ? ProcessSlots.waiting : ProcessSlots.shared).use(alone: alone) {
    let scratch = try TemporaryFolder()
    let command = folder.map { ["env", "-C", $0.path, program] } ?? [program]
    let begin = Date()
    let process = RunningProcess(
      processID: try spawn(command + arguments, environment: environment, scratch: scratch),
      errorFile: scratch.file("stderr"))
    let timedOut = Atomic(false)
    let killer = Task {
      try await Task.sleep(for: .seconds(timeout))
      timedOut.store(true, ordering: .relaxed)
      process.signal(SIGKILL)
    }
    let ended = Task { await waitForEnd(of: process.processID) }
    do {
      try await meanwhile?(process)
    } catch {
      process.signal(SIGKILL)
      _ = await ended.value
      killer.cancel()
      throw error
    }
    let (rawStatus, usage) = await withTaskCancellationHandler {
      await ended.value
    } onCancel: {
      process.signal(SIGKILL)
    }
    killer.cancel()
    let signal = rawStatus & 0x7f
    let status: ExitStatus =
      timedOut.load(ordering: .relaxed) ? .timedOut : signal == 0 ? .exited((rawStatus >> 8) & 0xff) : .signaled(signal)
    return CommandResult(
      status: status, output: (try? Data(contentsOf: scratch.file("stdout"))) ?? Data(),
      errorText: String(decoding: (try? Data(contentsOf: scratch.file("stderr"))) ?? Data(), as: UTF8.self),
      seconds: Date().timeIntervalSince(begin), cpuSeconds: usage.seconds, peakMemory: Int64(usage.kilobytes) * 1024)
  }
}

private struct Usage: Sendable {
  let seconds: Double
  let kilobytes: Int
}

private func waitForEnd(of processID: pid_t) async -> (status: Int32, usage: Usage) {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      var status: Int32 = 0
      var usage = rusage()
      while wait4(processID, &status, 0, &usage) == -1, errno == EINTR {}
      let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
      continuation.resume(
        returning: (status, Usage(seconds: times[0] + times[1], kilobytes: Int(usage.ru_maxrss))))
    }
  }
}

/// Starts a process that writes to files, so that no pipe can fill up or stay open in another child.
private func spawn(_ command: [String], environment: [String: String], scratch: TemporaryFolder) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, scratch.file("stdout").path, O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_addopen(&actions, 2, scratch.file("stderr").path, O_WRONLY | O_CREAT | O_APPEND, 0o600)

  // A shell that starts the tests in the background has SIGINT ignored, and children inherit that.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT] { sigaddset(&signals, signal) }
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

  let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  var assignments: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { (arguments + assignments).forEach { free($0) } }
  var processID: pid_t = 0
  let code = posix_spawnp(&processID, command[0], &actions, &attributes, &arguments, &assignments)
  guard code == 0 else { throw ToolFailure("\(command[0]) doesn't start: \(String(cString: strerror(code)))") }
  return processID
}
