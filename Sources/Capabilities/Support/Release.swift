/// Which Swage this is.
public enum Release {
  /// The version, as `swage --version` shows it.
  public static let version = "0.1.0"

  /// The day on which that version was last changed in what people see, as the manual shows it.
  package static let date = "November 30, 2026"
}
