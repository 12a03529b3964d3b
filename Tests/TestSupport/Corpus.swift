import Foundation

/// The folder of real files that `SWAGE_CORPUS` names. It isn't part of the repository.
public enum Corpus {
  /// The folder; `nil` when there is none.
  public static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["SWAGE_CORPUS"], !path.isEmpty else { return nil }
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// The names of everything in it that claims to be a film, in order.
  public static let films: [String] = {
    let extensions: Set = ["mp4", "mov", "mkv", "webm", "ts", "mts", "avi", "flv", "3gp", "h265", "m4a"]
    return TemporaryFolder.contents(of: folder ?? URL(fileURLWithPath: "/nonexistent"))
      .filter { extensions.contains(($0 as NSString).pathExtension.lowercased()) }
  }()

  /// A file of it.
  public static func file(_ name: String) throws -> URL {
    guard let folder else { throw ToolFailure("SWAGE_CORPUS names no folder") }
    let file = folder.appendingPathComponent(name, isDirectory: false)
    guard FileManager.default.fileExists(atPath: file.path) else { throw ToolFailure("the corpus has no \(name)") }
    return file
  }

  /// Whether it has a file.
  public static func has(_ name: String) -> Bool {
    folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(name).path) } ?? false
  }
}
