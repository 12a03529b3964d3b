import Glibc

/// Questions about names of files that wrong usage is told from.
enum FileNames {
  /// Whether there is something of this name.
  static func exists(_ name: String) -> Bool { unsafe access(name, F_OK) == 0 }

  /// Whether there is a folder of this name. C function: `stat`.
  static func isFolder(_ name: String) -> Bool {
    var facts = stat()
    return unsafe stat(name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
