import Swage

extension ValueKind<TimeRange> {
  /// `START..END`, where either side may be empty.
  static func timeRange(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      guard let (left, right) = sides(of: text) else {
        throw InvalidValue("'\(text)' is no range; write START..END, such as 5..12.5, 1:30.. or ..0:01:00.250")
      }
      let range = TimeRange(start: try time(left), end: try time(right))
      if range.start == nil, range.end == nil { throw InvalidValue("'\(text)' names neither a start nor an end") }
      if let end = range.end, end <= range.start ?? 0 {
        throw InvalidValue("'\(text)' ends before it starts; the end must be later than \(left.isEmpty ? "0" : left)")
      }
      return range
    }
  }

  /// The texts left and right of two dots; `nil` when there aren't exactly two.
  static func sides(of text: String) -> (left: Substring, right: Substring)? {
    var position = text.startIndex
    while position < text.endIndex {
      let rest = text[position...]
      if rest.hasPrefix("...") { return nil }
      if rest.hasPrefix("..") { return (text[..<position], rest.dropFirst(2)) }
      position = text.index(after: position)
    }
    return nil
  }

  /// A time in seconds, `mm:ss` or `hh:mm:ss.mmm`; `nil` for an empty text.
  static func time(_ text: Substring) throws(InvalidValue) -> Double? {
    if text.isEmpty { return nil }
    if text.first == "-" { throw InvalidValue("\(text) is negative; times count from the start of the recording") }
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.map { Number.decimal($0) }
    let signed = fields.contains { $0.first == "-" || $0.first == "+" }
    let split = fields.dropLast().contains { $0.contains(".") }
    guard fields.count <= 3, !signed, !split, !numbers.contains(nil) else {
      throw InvalidValue("'\(text)' is no time; write seconds, mm:ss or hh:mm:ss.mmm")
    }
    let values = numbers.compactMap { $0 }
    if let large = zip(values, fields).dropFirst().first(where: { $0.0 >= 60 }) {
      throw InvalidValue("\(large.1) in '\(text)' is out of range; minutes and seconds after a colon go up to 59")
    }
    return values.reduce(0) { $0 * 60 + $1 }
  }
}
