import FoundationEssentials
import Glibc

/// Names of files, and what the file system says of them.
enum FilePath {
  /// The last part without its extension.
  static func stem(of path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// Bytes in a file; `nil` when it isn't there.
  static func size(of path: String) -> Int64? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    return Int64(facts.st_size)
  }

  /// Where a program is that `PATH` finds, or a path names.
  static func program(_ name: String) -> String? {
    if name.contains("/") { return isProgram(name) ? name : nil }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0 && (try? FileManager.default.contentsOfDirectory(atPath: path)) == nil
  }

  /// Makes a folder and those that it is in.
  ///
  /// - Throws: ``BenchmarkError`` when it can't be made.
  static func makeFolder(_ path: String) throws {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw BenchmarkError("the folder \(path) can't be made")
    }
  }

  /// The files of a folder, in order.
  static func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
  }

  /// Removes a file or a folder with all that is in it, if it is there.
  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
