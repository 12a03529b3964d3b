/// Reads numbers as people write them on a command line: digits and one decimal point, nothing else.
enum Number {
  /// The value of a text such as `0.7`, `-1` or `.5`; `nil` for anything else (also for `nan`, `inf`, `1e3` and `0x1`).
  static func decimal(_ text: some StringProtocol) -> Double? {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }) else { return nil }
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
    return Double(String(text))
  }
}
