/// A JSON value whose objects keep the order of their keys.
enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A key of an object and its value.
  struct Member: Sendable, Equatable {
    let key: String
    var value: JSONValue
  }

  /// The value of an object's key; setting it replaces the value in place, or adds the key at the end.
  subscript(key: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.key == key }?.value
    }
    set {
      guard case .object(var members) = self, let newValue else { return }
      if let position = members.firstIndex(where: { $0.key == key }) {
        members[position].value = newValue
      } else {
        members.append(Member(key: key, value: newValue))
      }
      self = .object(members)
    }
  }

  /// The object with another one's members after its own.
  func followed(by other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }
}

extension JSONValue {
  /// The text on one line.
  var line: String { text(indent: nil) }

  /// The text with a line for each member, ending in a line feed.
  var document: String { text(indent: 0) + "\n" }

  private func text(indent: Int?) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    // JSON has no infinity and no "not a number".
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.quoted(value)
    case .array(let values): Self.list(values.map { ("", $0) }, in: ("[", "]"), indent: indent)
    case .object(let members):
      Self.list(
        members.map { (Self.quoted($0.key) + (indent == nil ? ":" : ": "), $0.value) }, in: ("{", "}"),
        indent: indent)
    }
  }

  private static func list(
    _ entries: [(prefix: String, value: JSONValue)], in brackets: (String, String), indent: Int?
  ) -> String {
    guard !entries.isEmpty else { return brackets.0 + brackets.1 }
    guard let indent else {
      return brackets.0 + entries.map { $0.prefix + $0.value.text(indent: nil) }.joined(separator: ",") + brackets.1
    }
    let inner = String(repeating: " ", count: indent + 2)
    let lines = entries.map { inner + $0.prefix + $0.value.text(indent: indent + 2) }
    return "\(brackets.0)\n\(lines.joined(separator: ",\n"))\n\(String(repeating: " ", count: indent))\(brackets.1)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
