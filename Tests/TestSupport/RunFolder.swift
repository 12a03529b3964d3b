import Foundation

/// What tests of a run share on disk: it goes when the run ends.
public enum RunFolder {
  /// Where it is.
  public static let url: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swage-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: RunFolder.url) }
    return folder
  }()
}
