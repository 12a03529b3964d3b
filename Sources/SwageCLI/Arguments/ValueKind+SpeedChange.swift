import Swage

extension ValueKind<SpeedChange> {
  /// A part and its speed, `START..END:SPEED`, where either side of the part may be empty.
  static func speedChange(_ placeholder: String) -> ValueKind {
    let ranges = ValueKind<TimeRange>.timeRange(placeholder)
    return ValueKind(placeholder) { text throws(InvalidValue) in
      // Times have colons, too.
      guard let colon = text.lastIndex(of: ":"), text[..<colon].contains("..") else {
        throw InvalidValue("'\(text)' is no part with a speed; write START..END:SPEED, such as 5..12.5:1/2 or 1:30..:2")
      }
      let speed = try Fraction.read(
        String(text[text.index(after: colon)...]), in: 0.25...4, example: "2, 0.5 or 3/2")
      return SpeedChange(speed, in: try ranges.read(String(text[..<colon])))
    }
  }
}
