internal import Glibc

/// A process of the `swage` command whose standard output comes through a socket.
///
/// Its input is empty and its messages are dropped. It stays in this process's group, so that Ctrl-C in a terminal
/// reaches it, too.
struct ChildProcess {
  /// How a process ended.
  enum Ending: Equatable {
    case exited(Int32)
    case signaled(Int32)
  }

  private let processID: pid_t

  /// Starts a program. C function: `posix_spawn`.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: What it gets after its name.
  ///   - environment: All of its variables.
  ///   - output: The descriptor that becomes its standard output; stays this process's to close.
  /// - Throws: ``ListingFailure`` when the system doesn't start it.
  init(_ path: String, _ arguments: [String], environment: [String: String], output: Int32) throws(ListingFailure) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    Self.resetSignals(&attributes)
    var words = unsafe (["swage"] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var processID: pid_t = 0
    let code = unsafe posix_spawn(&processID, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw ListingFailure(.failed, "\(path) can't be started: \(SystemText.error(code))") }
    self.processID = processID
  }

  /// The child decides by itself about signals: it must not inherit that this process blocks some to wait for them.
  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    for signal in [SIGPIPE, SIGXFSZ, SIGALRM] { unsafe sigaddset(&usual, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  }

  /// Ends the process, whatever it does.
  func kill() { _ = Glibc.kill(processID, SIGKILL) }

  /// Waits for the end, but not longer than some seconds; `nil` then. C function: `waitpid`.
  func ending(within seconds: Double) -> Ending? {
    let end = Moment.now + seconds
    while true {
      var status: Int32 = 0
      let result = unsafe waitpid(processID, &status, WNOHANG)
      if result == processID {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
      }
      // Somebody else in the process has waited for it, or wants no child to be waited for.
      if result < 0, errno != EINTR { return .exited(0) }
      guard Moment.now < end else { return nil }
      usleep(2000)
    }
  }

  /// Ends the process and forgets about it. One that the kernel holds on to is waited for on a thread of its own.
  func dismiss() {
    kill()
    guard ending(within: 0.1) == nil else { return }
    let processID = processID
    _ = WorkThread.start {
      var status: Int32 = 0
      unsafe _ = waitpid(processID, &status, 0)
    }
  }
}

/// Points in time, as seconds of the clock that nobody sets.
enum Moment {
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
