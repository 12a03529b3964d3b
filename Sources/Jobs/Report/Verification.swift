/// The checks of a result.
public struct Verification: Sendable, Hashable, Codable {
  /// One check.
  public struct Check: Sendable, Hashable, Codable {
    /// What was compared.
    public let name: String
    /// What the plan says.
    public let expected: String
    /// What the reopened file says.
    public let found: String
    /// Whether they agree.
    public let passed: Bool

    package init(name: String, expected: String, found: String, passed: Bool) {
      self.name = name
      self.expected = expected
      self.found = found
      self.passed = passed
    }
  }

  /// How thoroughly the result was checked.
  public let level: VerificationLevel
  /// Whether every check passed.
  public let passed: Bool
  /// The checks.
  public let checks: [Check]

  package init(level: VerificationLevel, checks: [Check]) {
    self.level = level
    self.checks = checks
    self.passed = checks.allSatisfy(\.passed)
  }
}

/// The checks so far.
package struct CheckList {
  package private(set) var checks: [Verification.Check] = []

  package init() {}

  /// Adds a check.
  package mutating func add(_ check: Verification.Check) { checks.append(check) }

  package mutating func equal(_ name: String, expected: String, found: String) {
    checks.append(Verification.Check(name: name, expected: expected, found: found, passed: expected == found))
  }

  package mutating func within(_ name: String, expected: Int, found: Int, tolerance: Int) {
    checks.append(
      Verification.Check(
        name: name, expected: "\(expected)", found: "\(found)", passed: abs(expected - found) <= tolerance))
  }
}
