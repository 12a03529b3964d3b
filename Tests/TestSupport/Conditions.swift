import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// The test looks at real files.
  public static var needsCorpus: Self {
    .enabled(if: Corpus.folder != nil, "SWAGE_CORPUS doesn't name a folder of real files")
  }

  /// The test looks at one real file.
  public static func needsCorpus(_ name: String) -> Self {
    .enabled(if: Corpus.has(name), "\(name) is only in the folder of real files that SWAGE_CORPUS names")
  }

  /// The test encodes HE-AAC with the FDK library, which is no part of Debian's main archive.
  public static var needsFDK: Self {
    .enabled(if: FDK.isThere, "libfdk-aac.so.2 isn't installed (Debian's libfdk-aac2, section non-free)")
  }

  /// The test asks another program, which `make test` installs.
  public static func needsTool(_ name: String) -> Self {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    return .enabled(if: isThere, "\(name) isn't installed")
  }

  /// The test makes a small or a read-only file system.
  public static var needsMounts: Self {
    .enabled("this user or container may not mount file systems") {
      guard geteuid() == 0 else { return false }
      let probe = try await run("unshare", ["--mount", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"])
      return probe.status == .exited(0)
    }
  }
}

/// The library that encodes HE-AAC.
public enum FDK {
  /// Whether it is found by the ordinary search, which `LD_LIBRARY_PATH` may widen.
  public static let isThere = dlopen("libfdk-aac.so.2", RTLD_LAZY | RTLD_LOCAL) != nil

  /// Variables with which the command finds a library of this name that is none.
  public static func broken(in folder: TemporaryFolder) throws -> [String: String] {
    try Data("no library".utf8).write(to: folder.file("libfdk-aac.so.2"))
    return SwageCommand.environment.merging(["LD_LIBRARY_PATH": folder.url.path]) { $1 }
  }
}
