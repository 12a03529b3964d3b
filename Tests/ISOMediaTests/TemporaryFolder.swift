import Foundation

@testable import ISOMedia

/// A folder that goes away with its owner.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "isomedia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes a file of these bytes and gives its path.
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  /// Copies a file into the folder and gives its path.
  func copy(_ path: String, as name: String) throws -> String {
    try FileManager.default.copyItem(atPath: path, toPath: self.path(name))
    return self.path(name)
  }
}

/// The bytes of a file.
func bytes(of path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(filePath: path)))
}

/// The error that an operation ends with.
func failure(_ operation: () throws -> Void) -> ISOMediaError? {
  do {
    try operation()
    return nil
  } catch {
    return error as? ISOMediaError
  }
}
