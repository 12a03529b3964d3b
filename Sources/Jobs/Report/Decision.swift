/// A choice and its reason.
public struct Decision: Sendable, Hashable, Codable {
  /// What was chosen, such as `codec` or `pixel format`.
  public let what: String
  /// The choice.
  public let choice: String
  /// Why.
  public let reason: String

  package init(what: String, choice: String, reason: String) {
    self.what = what
    self.choice = choice
    self.reason = reason
  }
}
