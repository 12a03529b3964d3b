/// An XMP packet (ISO 16684-1), changed by its text: a property's value is replaced where it stands.
struct XMPPacket: Sendable {
  private(set) var text: String

  /// Reads a packet; `nil` when it isn't UTF-8 or holds nothing.
  init?(_ bytes: some Collection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self), text.contains("<") else { return nil }
    self.text = text
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// The value of a property by its usual name, such as `tiff:Orientation`; `nil` when it isn't there.
  func value(of name: String) -> String? { range(of: name).map { String(text[$0]) } }

  /// Replaces a property's value wherever it stands. A property that isn't there isn't added.
  mutating func replace(_ name: String, with value: String) {
    if let range = range(of: name) { text.replaceSubrange(range, with: value) }
  }

  /// Replaces the first place where a text stands.
  mutating func replaceText(_ old: String, with new: String) {
    if let range = text.firstRange(of: old) { text.replaceSubrange(range, with: new) }
  }

  /// Where a simple property's value is: an attribute or an element of that name (ISO 16684-1, 7.4 and 7.9.2.2).
  private func range(of name: String) -> Range<String.Index>? {
    for quote in ["\"", "'"] {
      guard let start = text.firstRange(of: "\(name)=\(quote)")?.upperBound,
        let end = text[start...].firstIndex(of: Character(quote))
      else { continue }
      return start..<end
    }
    guard let start = text.firstRange(of: "<\(name)>")?.upperBound,
      let end = text[start...].firstRange(of: "</\(name)>")?.lowerBound
    else { return nil }
    return start..<end
  }
}
