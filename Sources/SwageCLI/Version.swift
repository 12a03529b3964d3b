import Swage

/// What `swage --version` shows.
enum Version {
  /// The command's version, and below it those of the libraries that it is linked with.
  static let text =
    "swage \(Release.version)\n" + Diagnostics.libraries.map { "\($0.name) \($0.version)" }.joined(separator: "\n")
}
