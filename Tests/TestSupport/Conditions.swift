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

  /// The test makes a small or a read-only file system.
  public static var needsMounts: Self {
    .enabled("this user or container may not mount file systems") {
      guard geteuid() == 0 else { return false }
      let probe = try await run("unshare", ["--mount", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"])
      return probe.status == .exited(0)
    }
  }
}
