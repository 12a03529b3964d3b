/// What `swage --version` shows.
enum Version {
  /// The command's version.
  static let text = "swage 0.1.0"
}
