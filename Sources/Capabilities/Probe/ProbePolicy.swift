internal import Glibc

/// Where drivers are asked what they can do. They may crash or hang, so a process of its own is the best place.
public enum ProbePolicy: Sendable, Hashable {
  /// In processes of the `swage` command that `PATH` finds, when it is of the library's own version; where there is
  /// none, as with ``inProcess``.
  case automatic
  /// In processes of this program, which has to be the `swage` command of the library's own version.
  case executable(path: String)
  /// In this process. A driver that hangs is left behind on its thread after two seconds; one that crashes takes the
  /// process with it.
  case inProcess

  /// The running program, which is the `swage` command. The path holds even when the file has been replaced since.
  package static let runningCommand = ProbePolicy.executable(path: "/proc/self/exe")

  /// Looks for the program.
  func place(_ environment: Environment) -> ProbePlace {
    switch self {
    case .inProcess: return .thread
    case .executable(let path): return .process(path: path, environment: Self.variables(environment))
    case .automatic:
      let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
      let paths = folders.map { "\($0)/swage" }
      // The first one is what a shell would start; another further on is not meant.
      guard let path = paths.first(where: { unsafe access($0, X_OK) == 0 }), Self.isOurs(path, environment)
      else { return .thread }
      return .process(path: path, environment: Self.variables(environment))
    }
  }

  /// A crash is told of by a row; Swift's own report of it would only take time.
  private static func variables(_ environment: Environment) -> [String: String] {
    environment.variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }

  /// Whether a program says that it is `swage` of this version.
  private static func isOurs(_ path: String, _ environment: Environment) -> Bool {
    guard let (reading, writing) = LineSocket.pair() else { return false }
    defer { _ = close(reading) }
    let process = try? ChildProcess(path, ["--version"], environment: variables(environment), output: writing)
    _ = close(writing)
    guard let process else { return false }
    defer { process.dismiss() }
    var text: [UInt8] = []
    let end = Moment.now + 1
    while !text.contains(UInt8(ascii: "\n")), text.count < 4096 {
      var query = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&query, 1, Int32(max(0, (end - Moment.now) * 1000))) == 1,
        let bytes = LineSocket.receive(from: reading)
      else { break }
      text += bytes
    }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) == "swage \(Release.version)"
  }
}
