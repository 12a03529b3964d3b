import Swage

/// What `swage --version` shows.
struct Version: Encodable {
  /// A library that is used.
  struct Library: Encodable {
    let name: String
    let version: String
  }

  /// The command's version.
  let version = Release.version
  /// Those of the libraries that are used as the command runs, whatever it was built with.
  let libraries =
    Diagnostics.libraries.map { Library(name: $0.name, version: $0.version) }
    + PictureLibraries.versions.map { Library(name: $0.name, version: $0.version) }

  /// The same for people, a line each.
  var text: String {
    (["swage \(version)"] + libraries.map { "\($0.name) \($0.version)" }).map { $0 + "\n" }.joined()
  }
}
