/// Which Swage this is.
public enum Release {
  /// The version, as `swage --version` shows it.
  public static let version = "0.1.0"
}
