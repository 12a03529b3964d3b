import Glibc

/// Numbers as people read them.
enum Figure {
  /// A number with exactly so many decimals, rounded to the nearest.
  static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "unknown" }
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((value.magnitude * Double(scale)).rounded())
    let whole = (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / scale)"
    guard decimals > 0 else { return whole }
    let fraction = "\(scaled % scale)"
    return whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// A number with at most so many decimals and no zeros at their end.
  static func trimmed(_ value: Double, decimals: Int = 3) -> String {
    var text = fixed(value, decimals: decimals)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// A number with about three digits.
  static func short(_ value: Double) -> String {
    fixed(value, decimals: value.magnitude < 9.995 ? 2 : value.magnitude < 99.95 ? 1 : 0)
  }

  /// A number with four significant digits, small ones in scientific notation.
  static func precise(_ value: Double) -> String {
    guard value != 0, value.magnitude < 0.001 else {
      return fixed(value, decimals: value.magnitude < 10 ? 4 : value.magnitude < 100 ? 2 : 0)
    }
    let exponent = Int((log10(value.magnitude) - 1e-9).rounded(.down))
    return "\(fixed(value / pow(10, Double(exponent)), decimals: 3))e\(exponent)"
  }

  /// A duration with its unit, from nanoseconds to seconds.
  static func duration(_ seconds: Double) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
    let (unit, name) = units.first { seconds.magnitude >= $0.0 * 0.9995 } ?? (1e-9, "ns")
    return "\(short(seconds / unit)) \(name)"
  }

  /// An amount of memory in binary units.
  static func memory(_ bytes: Double) -> String { "\(short(bytes / 1_048_576)) MiB" }

  /// An amount of data in decimal units.
  static func data(_ bytes: Double) -> String {
    bytes < 999.5
      ? "\(fixed(bytes, decimals: 0)) B"
      : bytes < 999_500 ? "\(short(bytes / 1e3)) kB" : "\(short(bytes / 1e6)) MB"
  }
}
