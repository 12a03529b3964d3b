/// Which of the sound and subtitle tracks are kept.
public enum TrackSelection: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every one.
  case all
  /// The default track of each kind, else the first.
  case first
}
