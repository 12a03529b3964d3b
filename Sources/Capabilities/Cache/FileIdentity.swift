internal import Glibc

/// What tells a file from the one that it was before.
enum FileIdentity {
  /// Path, size and time of the last change of what lies at a path; says so when nothing does. C function: `stat`.
  static func text(_ path: String) -> String {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return "\(path) missing" }
    return "\(path) \(facts.st_size) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
  }

  /// The libraries that the running process is linked with and that encode, or that drivers are found through.
  static func loadedPaths(_ map: String? = SmallFile.text("/proc/self/maps")) -> [String] {
    let families = ["libavcodec.so", "libavutil.so", "libx264.so", "libx265.so", "libva.so", "libva-drm.so"]
    var paths: Set<Substring> = []
    for line in (map ?? "").split(separator: "\n") {
      guard let start = line.firstIndex(of: "/"), let slash = line.lastIndex(of: "/") else { continue }
      let name = line[line.index(after: slash)...]
      if families.contains(where: name.hasPrefix) { paths.insert(line[start...]) }
    }
    return paths.sorted().map(String.init)
  }
}
