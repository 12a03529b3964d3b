import Swage

extension ValueKind<Rational> {
  /// A positive number of a range: whole, decimal or a fraction such as `30000/1001`.
  static func fraction(_ placeholder: String, in range: ClosedRange<Double>, example: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      try Fraction.read(text, in: range, example: example)
    }
  }

  /// Frames a second: 23.976, 29.97 and their like are television's rates, a thousandth below a whole number.
  static func frameRate(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let rate = try Fraction.read(text, in: 1...240, example: "30, 29.97 or 30000/1001")
      guard text.contains(".") else { return rate }
      let whole = rate.value.rounded(.up)
      let television = Rational(Int32(whole) * 1000, 1001)
      // As people round it: to two or three decimals.
      return abs(television.value - rate.value) <= 0.005 && whole != rate.value ? television : rate
    }
  }
}

/// Reads numbers as whole numbers over others, exactly.
enum Fraction {
  /// The value of a text such as `1.25`, `2` or `3/2`.
  static func read(
    _ text: String, in range: ClosedRange<Double>, example: String
  ) throws(InvalidValue) -> Rational {
    guard let value = value(of: text) else { throw InvalidValue("'\(text)' is no number; write it such as \(example)") }
    guard range.contains(value.value) else {
      let (low, high) = (Format.trimmed(range.lowerBound), Format.trimmed(range.upperBound))
      throw InvalidValue("\(text) is out of range; allowed is \(low) to \(high)")
    }
    return value
  }

  private static func value(of text: String) -> Rational? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let above = whole(parts[0]), let below = whole(parts[1]), below > 0 else { return nil }
      return Rational(above, below).reduced
    }
    guard parts.count == 1, Number.decimal(text) != nil else { return nil }
    let fields = text.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = fields.count == 2 ? String(fields[1]) : ""
    guard decimals.count <= 6, let digits = whole((fields.first ?? "") + decimals) else { return nil }
    let scale = (0..<decimals.count).reduce(Int32(1)) { scale, _ in scale * 10 }
    return Rational(digits, scale).reduced
  }

  private static func whole(_ text: some StringProtocol) -> Int32? {
    guard !text.isEmpty, text.count <= 10, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int32(String(text))
  }
}
