internal import Glibc

/// The system's own words.
enum SystemText {
  /// For an error number, such as `Permission denied`. C function: `strerror`.
  static func error(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

  /// For a signal, such as `SIGSEGV`.
  static func signal(_ number: Int32) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGKILL: "SIGKILL",
      SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGTRAP: "SIGTRAP",
    ]
    return names[number] ?? "signal \(number)"
  }

  /// The name of a group of users; its number where it has none. C function: `getgrgid`.
  static func group(_ number: gid_t) -> String {
    guard let group = unsafe getgrgid(number), let name = unsafe group.pointee.gr_name else { return "\(number)" }
    return unsafe String(cString: name)
  }

  /// The text in an array of a C struct, which Swift takes for a tuple.
  static func bounded<Characters>(_ characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { bytes in
      String(decoding: unsafe Array(bytes.prefix { $0 != 0 }), as: UTF8.self)
    }
  }
}
