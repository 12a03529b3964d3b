import Foundation

/// A JSON value that a test walks through without knowing its type.
public enum JSON: Sendable, Hashable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads a text that holds one value.
  public init(text: Data) throws { self = try JSONDecoder().decode(JSON.self, from: text) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// A member of an object; `null` when there is none.
  public subscript(key: String) -> JSON {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  /// An element of an array; `null` when there is none.
  public subscript(index: Int) -> JSON {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { .null }
  }

  /// Whether an object has a member, be it `null`.
  public func has(_ key: String) -> Bool {
    if case .object(let members) = self { members[key] != nil } else { false }
  }

  public var isNull: Bool { self == .null }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  public var int: Int? { number.map { Int($0) } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  public var keys: Set<String> { if case .object(let members) = self { Set(members.keys) } else { [] } }

  /// Every string in the value, however deep.
  public var allStrings: [String] {
    switch self {
    case .string(let value): [value]
    case .array(let elements): elements.flatMap(\.allStrings)
    case .object(let members): members.values.flatMap(\.allStrings)
    case .null, .bool, .number: []
    }
  }

  /// Whether any string in the value contains a text, in any case.
  public func mentions(_ text: String) -> Bool {
    allStrings.contains { $0.lowercased().contains(text.lowercased()) }
  }
}
