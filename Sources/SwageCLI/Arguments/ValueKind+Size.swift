import Swage

extension ValueKind<PixelSize> {
  /// A width and a height in pixels, such as `1280x720`.
  static func pixelSize(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = Side.read(parts[0]), let height = Side.read(parts[1]) else {
        throw InvalidValue("'\(text)' is no size such as 1280x720")
      }
      return PixelSize(width: try Side.checked(width), height: try Side.checked(height))
    }
  }
}

extension ValueKind<FilterOptions.Sides> {
  /// A width and a height in pixels, of which -1 leaves one open, such as `1280:-1`.
  static func sides(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = Side.read(parts[0]), let height = Side.read(parts[1]) else {
        throw InvalidValue("'\(text)' is no width and height such as 1280:-1")
      }
      return FilterOptions.Sides(
        width: width == -1 ? nil : try Side.checked(width), height: height == -1 ? nil : try Side.checked(height))
    }
  }
}

/// A side of a picture in an option's value.
private enum Side {
  /// A whole number; `nil` when the text is none.
  static func read(_ text: Substring) -> Int? {
    guard text == "-1" || !text.isEmpty && text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }

  static func checked(_ side: Int) throws(InvalidValue) -> Int {
    guard (2...32_768).contains(side) else {
      throw InvalidValue("\(side) pixels are out of range; allowed is 2 to 32768")
    }
    return side
  }
}
