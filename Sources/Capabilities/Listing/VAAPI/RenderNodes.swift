internal import Glibc

/// Where devices of VA-API are looked for.
enum RenderNodes {
  /// The paths to ask, and what to say when there are none.
  static func find(_ environment: Environment, folder: String = "/dev/dri") -> (paths: [String], absence: String) {
    if let paths = environment.paths("SWAGE_VAAPI_DEVICES") {
      return (paths, "VA-API: SWAGE_VAAPI_DEVICES names no device")
    }
    let paths = names(in: folder).compactMap { name in
      name.hasPrefix("renderD") ? Int(name.dropFirst("renderD".count)) : nil
    }.sorted().map { "\(folder)/renderD\($0)" }
    return (paths, "VA-API: no render node in \(folder)")
  }

  /// The names in a folder; empty when it can't be read. C function: `readdir`.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      unsafe names.append(SystemText.bounded(entry.pointee.d_name))
    }
    return names
  }
}
