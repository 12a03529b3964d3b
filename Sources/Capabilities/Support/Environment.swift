internal import FoundationEssentials

/// The variables that say where to look and where to keep what was found.
struct Environment: Sendable {
  /// Every variable by its name.
  let variables: [String: String]

  /// The process's own variables.
  static var current: Environment { Environment(variables: ProcessInfo.processInfo.environment) }

  /// A variable; `nil` when it isn't set or is empty.
  subscript(name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// A variable that lists paths, separated by colons; `nil` when it isn't set, empty when it names none.
  func paths(_ name: String) -> [String]? {
    variables[name].map { $0.split(separator: ":").map(String.init) }
  }

  /// The folder of what Swage keeps to be faster the next time: `SWAGE_CACHE_DIR`, else `swage` in `XDG_CACHE_HOME`,
  /// else `.cache/swage` in the user's home; `nil` when there is none of them.
  var cacheFolder: String? {
    if let folder = self["SWAGE_CACHE_DIR"] { return folder }
    // The XDG base directory specification wants relative paths ignored.
    if let folder = self["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder + "/swage" }
    return self["HOME"].map { $0 + "/.cache/swage" }
  }
}
