internal import FFmpeg
internal import Glibc

/// All that an answer depends on: when any of it has changed, the answer is asked for again.
struct Fingerprint: Sendable, Hashable, Codable {
  /// Each fact by what it is about.
  let facts: [String: String]

  /// Raised when the same driver would be asked otherwise.
  static let revision = 3

  /// What the answer of a render node depends on.
  static func vaapi(node: String, _ environment: Environment) -> Fingerprint {
    var facts = common
    facts.merge(variables(["LIBVA_", "MESA_", "DRI_"], environment)) { $1 }
    facts["drivers"] = drivers(environment).joined(separator: "\n")
    facts["node"] = device(node)
    return Fingerprint(facts: facts)
  }

  /// What the answer of NVIDIA's driver depends on.
  static func nvenc(_ environment: Environment) -> Fingerprint {
    var facts = common
    facts.merge(variables(["CUDA_", "NVIDIA_"], environment)) { $1 }
    facts["drivers"] = (environment.paths("LD_LIBRARY_PATH") ?? []).flatMap { folder in
      ["libcuda.so.1", "libnvidia-encode.so.1", NVENCDecoding.library].map { FileIdentity.text("\(folder)/\($0)") }
    }.joined(separator: "\n")
    facts["kernel module"] = SmallFile.text("/proc/driver/nvidia/version")
    facts["nodes"] = RenderNodes.names(in: "/dev").filter { $0.hasPrefix("nvidia") }.sorted()
      .map { device("/dev/\($0)") }.joined(separator: "\n")
    return Fingerprint(facts: facts)
  }

  /// What the answer of the processor's encoders depends on.
  static var software: Fingerprint { Fingerprint(facts: common) }

  private static var common: [String: String] {
    // What is loaded must not depend on what the process has done so far.
    FFmpegLibrary.load()
    return [
      "swage": "\(Release.version), \(revision)",
      "FFmpeg": ([FFmpegLibrary.version] + FFmpegLibrary.versions.map { "\($0.name) \($0.version)" })
        .joined(separator: ", "),
      "libraries": FileIdentity.loadedPaths().map(FileIdentity.text).joined(separator: "\n"),
      // Installing a package with a library, such as one that a driver needs, rewrites it.
      "linker": FileIdentity.text("/etc/ld.so.cache"),
      "kernel": kernel,
    ]
  }

  /// The variables that a driver, its loading and Swage's look at it go by.
  private static func variables(_ prefixes: [String], _ environment: Environment) -> [String: String] {
    environment.variables.filter { name, _ in
      (prefixes + ["LD_"]).contains(where: name.hasPrefix) || name == "SWAGE_VAAPI_DEVICES"
    }
  }

  /// Every driver where libva may look for one.
  private static func drivers(_ environment: Environment) -> [String] {
    let usual = FileIdentity.loadedPaths().compactMap { library -> String? in
      library.firstRange(of: "/libva.so").map { "\(library[..<$0.lowerBound])/dri" }
    }
    let folders = environment.paths("LIBVA_DRIVERS_PATH") ?? (usual + ["/usr/lib/dri", "/usr/lib64/dri"])
    return folders.flatMap { folder in
      RenderNodes.names(in: folder).filter { $0.hasSuffix("_drv_video.so") }.sorted()
        .map { FileIdentity.text("\(folder)/\($0)") }
    }
  }

  /// Which hardware is behind a device's node, and whether this user may open it.
  private static func device(_ path: String) -> String {
    let access = unsafe Glibc.access(path, R_OK | W_OK) == 0 ? "open" : SystemText.error(errno)
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return "\(path) \(access)" }
    if facts.st_mode & S_IFMT == S_IFREG { return "\(FileIdentity.text(path)) \(access)" }
    // As the macros major() and minor() take a number of glibc apart.
    let number = UInt64(facts.st_rdev)
    let major = (number >> 8 & 0xFFF) | (number >> 32 & 0xFFFF_F000)
    let minor = (number & 0xFF) | (number >> 12 & 0xFFFF_FF00)
    let identifiers = ["vendor", "device", "revision"].map { name in
      (SmallFile.text("/sys/dev/char/\(major):\(minor)/device/\(name)") ?? "").filter { !$0.isWhitespace }
    }
    return "\(path) \(major):\(minor) \(identifiers.joined(separator: " ")) \(access)"
  }

  private static var kernel: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "" }
    return SystemText.bounded(names.release)
  }
}
