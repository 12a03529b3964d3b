import FoundationEssentials

/// Where things are in the repository that this was built from.
enum Repository {
  /// Its folder.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  /// The cases.
  static let cases = "\(folder)/Benchmarks/cases.json"
  /// What a comparison allows.
  static let thresholds = "\(folder)/Benchmarks/thresholds.json"
  /// The clip that inputs are made of.
  static let clip = "\(folder)/Examples/elephants-dream.mkv"
  /// What is made and may be thrown away.
  static let scratch = "\(folder)/.build/bench"
}
