import Swage

/// A name and a text, written `KEY=VALUE`.
struct KeyedText: Sendable, Hashable {
  let key: String
  let text: String
}

extension ValueKind<KeyedText> {
  /// A name, an equals sign and any text, also none.
  static func keyedText(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { throw InvalidValue("'\(text)' is no \(placeholder)") }
      return KeyedText(key: parts[0], text: parts[1])
    }
  }
}

extension ValueKind<MetadataEntry> {
  /// A key, an equals sign and a value, also none.
  static func metadata(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let entry = try ValueKind<KeyedText>.keyedText(placeholder).read(text)
      return MetadataEntry(entry.key, entry.text)
    }
  }
}

extension ValueKind<CodecLevel> {
  /// A level such as `4.1` or `5`.
  static func level(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { $0.count == 1 ? Int($0) : nil }
      guard (1...2).contains(parts.count), let major = parts[0], let minor = parts.count == 2 ? parts[1] : 0,
        (1...6).contains(major), (0...3).contains(minor)
      else { throw InvalidValue("'\(text)' is no level; levels are numbers from 1 to 6.2") }
      return CodecLevel(major, minor)
    }
  }
}

extension ValueKind<Int64> {
  /// A number of bytes with a unit: kB, MB and GB count in thousands, KiB, MiB and GiB in 1024.
  static func byteCount(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let units: [String: Double] = [
        "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "kib": 1024, "mib": 1_048_576,
        "gib": 1_073_741_824,
      ]
      guard let number = Number.decimal(String(digits)), let unit = units[text.dropFirst(digits.count).lowercased()]
      else { throw InvalidValue("'\(text)' is no size; write 8MB, 700kB or 25MiB") }
      let bytes = (number * unit).rounded()
      guard bytes >= 1_000, bytes < 1e15 else { throw InvalidValue("\(text) is out of range; allowed is at least 1kB") }
      return Int64(bytes)
    }
  }
}
