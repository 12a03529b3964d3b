internal import FoundationEssentials

extension MetadataEntry {
  /// The key whose value is a date.
  static let creationTime = "creation_time"

  /// The seconds since 1904-01-01T00:00Z of a date, as files of boxes count; `nil` when the value is no date after that.
  var secondsSince1904: UInt64? {
    guard let date = Self.date(value) else { return nil }
    let seconds = date.timeIntervalSince1970 + 2_082_844_800
    return seconds > 0 ? UInt64(seconds) : nil
  }

  /// Throws when the key can't be a key, or the value isn't of the key's kind.
  func check() throws(CompressionError) {
    let isKey = !key.isEmpty && key.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "=" }
    guard isKey else {
      throw invalid("the key '\(key)' of an entry of metadata has characters that keys don't have", "title, artist, …")
    }
    guard value.utf8.count < 32_768, !value.unicodeScalars.contains("\0") else {
      throw invalid("the entry \(key) is too long or has a zero byte", "less than 32768 bytes of text")
    }
    guard !value.isEmpty else { return }
    if key == Self.creationTime, secondsSince1904 == nil {
      throw invalid("the entry \(key) is '\(value)'", "a date and time of ISO 8601, such as 2026-07-01T10:00:00Z")
    }
    if key == "location", !isPlace {
      throw invalid("the entry \(key) is '\(value)'", "a place of ISO 6709, such as +48.8577+002.2950/")
    }
  }

  private func invalid(_ message: String, _ allowed: String) -> CompressionError {
    CompressionError(code: .invalidRequest, message: message, remedy: "allowed: \(allowed)", stage: .request)
  }

  private static func date(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle()
    return (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
  }

  /// Two or three numbers with their signs, of which the first two are degrees.
  private var isPlace: Bool {
    var numbers: [String] = []
    for character in value.hasSuffix("/") ? value.dropLast() : value[...] {
      if character == "+" || character == "-" {
        numbers.append(String(character))
      } else if !numbers.isEmpty {
        numbers[numbers.count - 1].append(character)
      } else {
        return false
      }
    }
    let values = numbers.compactMap { Double($0) }
    return (2...3).contains(numbers.count) && values.count == numbers.count && abs(values[0]) <= 90
      && abs(values[1]) <= 180
  }
}
