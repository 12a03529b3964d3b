/// Turns values into ``JSONValue``, unlike Foundation's encoder with keys in the order of declaration and with a
/// `null` where an optional property is `nil`, so that the documented keys are always there.
struct JSONTreeEncoder: Encoder {
  private let node: Node
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  fileprivate init(_ node: Node) { self.node = node }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(KeyedNode<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return UnkeyedNode(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleNode(node: node) }
}

extension JSONValue {
  /// Encodes a value.
  static func encoding(_ value: some Encodable) throws -> JSONValue { try Node(value).resolved }
}

/// A value that is being filled in: containers of the standard library write to it after it has its place.
private final class Node {
  private enum Content {
    case value(JSONValue)
    case array([Node])
    case object([(key: String, node: Node)])
  }
  private var content = Content.value(.null)

  init() {}

  init(_ value: some Encodable) throws {
    switch value {
    case let value as String: content = .value(.string(value))
    case let value as Bool: content = .value(.bool(value))
    case let value as any BinaryInteger: content = .value(.integer(Int64(clamping: value)))
    case let value as Double: content = .value(.number(value))
    case let value as Float: content = .value(.number(Double(value)))
    case let value as [String: String]:
      // A dictionary's own order differs from run to run.
      let members = value.sorted { $0.key < $1.key }
      content = .value(.object(members.map { JSONValue.Member(key: $0.key, value: .string($0.value)) }))
    default: try value.encode(to: JSONTreeEncoder(self))
    }
  }

  var resolved: JSONValue {
    switch content {
    case .value(let value): value
    case .array(let nodes): .array(nodes.map(\.resolved))
    case .object(let members): .object(members.map { JSONValue.Member(key: $0.key, value: $0.node.resolved) })
    }
  }

  var count: Int {
    guard case .array(let nodes) = content else { return 0 }
    return nodes.count
  }

  func becomeObject() { if case .object = content {} else { content = .object([]) } }
  func becomeArray() { if case .array = content {} else { content = .array([]) } }
  func become(_ other: Node) { content = other.content }

  func add(_ key: String, _ child: Node = Node()) -> Node {
    guard case .object(let members) = content else { return child }
    content = .object(members + [(key, child)])
    return child
  }

  func append(_ child: Node = Node()) -> Node {
    guard case .array(let nodes) = content else { return child }
    content = .array(nodes + [child])
    return child
  }
}

private struct KeyedNode<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey] = []

  func encodeNil(forKey key: Key) { _ = node.add(key.stringValue) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { _ = node.add(key.stringValue, try Node(value)) }

  // Synthesized conformances call these for optional properties; the defaults leave the key out.
  private func add<T: Encodable>(_ value: T?, _ key: Key) throws {
    _ = node.add(key.stringValue, try value.map { try Node($0) } ?? Node())
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try add(value, key) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try add(value, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    JSONTreeEncoder(node.add(key.stringValue)).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONTreeEncoder(node.add(key.stringValue)).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { JSONTreeEncoder(node.add("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { JSONTreeEncoder(node.add(key.stringValue)) }
}

private struct UnkeyedNode: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey] = []
  var count: Int { node.count }

  func encodeNil() { _ = node.append() }
  func encode<T: Encodable>(_ value: T) throws { _ = node.append(try Node(value)) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    JSONTreeEncoder(node.append()).container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { JSONTreeEncoder(node.append()).unkeyedContainer() }
  func superEncoder() -> any Encoder { JSONTreeEncoder(node.append()) }
}

private struct SingleNode: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey] = []

  func encodeNil() {}
  func encode<T: Encodable>(_ value: T) throws { node.become(try Node(value)) }
}
