/// A variable of the environment that the command reads.
struct EnvironmentVariable: Sendable {
  /// Its name.
  let name: String
  /// What it does, as the rest of a sentence that begins with the name and has no full stop.
  let meaning: String

  /// The render nodes to ask.
  static let devices = EnvironmentVariable(
    name: "SWAGE_VAAPI_DEVICES",
    meaning: "names render nodes, separated by colons, to ask instead of those in /dev/dri (empty: none)")
  /// The folder of what is remembered.
  static let cache = EnvironmentVariable(
    name: "SWAGE_CACHE_DIR",
    meaning: "is the folder of what is remembered, else swage in XDG_CACHE_HOME or ~/.cache")

  /// Every one that the manual tells of.
  static let all = [
    devices, cache,
    EnvironmentVariable(name: "NO_COLOR", meaning: "keeps colors away from the terminal, if it is set and not empty"),
  ]
}
