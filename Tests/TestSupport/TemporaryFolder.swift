import Foundation

/// A folder that deletes itself, with all that is in it, when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  /// Where the folder is.
  public let url: URL

  /// Makes a new empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("swage-test-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of a file in the folder.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  /// Makes a folder in the folder.
  public func folder(_ name: String) throws -> URL {
    let inner = url.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    return inner
  }

  /// The names of everything in the folder, also of what begins with a dot, in order.
  public var contents: [String] { Self.contents(of: url) }

  /// The names of everything in a folder, also of what begins with a dot, in order.
  public static func contents(of folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
