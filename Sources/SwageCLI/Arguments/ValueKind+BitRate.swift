import Swage

extension ValueKind<BitRate> {
  /// Bits per second, with `k` for thousands or `M` for millions: `1.5M`, `800k`, `96000`.
  static func bitRate(_ placeholder: String) -> ValueKind { bitRate(placeholder, isZeroAllowed: false) }

  /// As ``bitRate(_:)``, or 0 for no sound at all.
  static func soundBitRate(_ placeholder: String) -> ValueKind { bitRate(placeholder, isZeroAllowed: true) }

  private static func bitRate(_ placeholder: String, isZeroAllowed: Bool) -> ValueKind {
    let allowed = 1_000.0...1_000_000_000.0
    return ValueKind(placeholder) { text throws(InvalidValue) in
      let scale =
        switch text.last {
        case "k", "K": 1_000.0
        case "M": 1_000_000.0
        default: 1.0
        }
      guard let number = Number.decimal(scale == 1 ? text[...] : text.dropLast()) else {
        throw InvalidValue("'\(text)' is no bit rate; write bits per second, such as 1.5M, 800k or 96000")
      }
      let bits = (number * scale).rounded()
      guard allowed.contains(bits) || isZeroAllowed && bits == 0 else {
        throw InvalidValue(
          "\(text) bits per second is out of range; allowed is \(isZeroAllowed ? "0 or " : "")1k to 1000M")
      }
      return BitRate(bitsPerSecond: Int64(bits))
    }
  }
}
