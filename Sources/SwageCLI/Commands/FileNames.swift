import FoundationEssentials
import Glibc

/// Names of files as they stand on a command line.
enum FileNames {
  /// Whether there is something of this name.
  static func exists(_ name: String) -> Bool { unsafe access(name, F_OK) == 0 }

  /// Whether there is a folder of this name. C function: `stat`.
  static func isFolder(_ name: String) -> Bool {
    var facts = stat()
    return unsafe stat(name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether files can be made in a folder. C function: `access`.
  static func isWritable(_ folder: String) -> Bool { unsafe access(folder, W_OK | X_OK) == 0 }

  /// Whether two names are those of one file, by links or otherwise. C function: `stat`.
  static func isSameFile(_ name: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return unsafe stat(name, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }

  /// The URL of a name.
  ///
  /// `URL(filePath:)` alone would read `~/film.mp4` as a home folder, which is the shell's business, and would take
  /// `link/..` out of a relative name, which names another folder when `link` is a symbolic link.
  static func url(_ name: String, directoryHint: URL.DirectoryHint = .notDirectory) -> URL {
    let path = name.hasPrefix("/") ? name : currentFolder.map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? name
    return URL(filePath: path, directoryHint: directoryHint)
  }

  /// A path as a person would write it: without the current folder, when the file is in it.
  static func short(_ path: String, in folder: String? = currentFolder) -> String {
    guard let folder, folder != "/", path.hasPrefix(folder + "/") else { return path }
    let rest = path.dropFirst(folder.count + 1)
    return rest.isEmpty ? path : String(rest)
  }

  /// The path of the folder that relative names start from; `nil` when it has been deleted. C function: `getcwd`.
  static var currentFolder: String? {
    guard let buffer = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer)
  }
}
