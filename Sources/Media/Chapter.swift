/// A named part of a recording's timeline.
public struct Chapter: Sendable, Hashable, Codable {
  /// Where the chapter begins, in seconds.
  public let start: Double
  /// Where it ends, in seconds.
  public let end: Double
  /// Its name; `nil` when it has none.
  public let title: String?

  /// Makes a chapter of times in seconds and a name.
  public init(start: Double, end: Double, title: String?) {
    self.start = start
    self.end = end
    self.title = title
  }
}
