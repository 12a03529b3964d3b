/// Numbers as people read them.
enum Format {
  /// A number with exactly so many decimals, rounded to the nearest.
  static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "unknown" }
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = sign + String(scaled / scale)
    return decimals == 0 ? whole : whole + "." + padded(scaled % scale, to: decimals)
  }

  /// A number with at most so many decimals and no zeros at their end.
  static func trimmed(_ value: Double, decimals: Int = 3) -> String {
    var text = fixed(value, decimals: decimals)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// An amount of data in decimal units with three digits, such as `12.3 MB`.
  static func bytes(_ count: Int64) -> String {
    scaled(Double(count), units: ["B", "kB", "MB", "GB", "TB"])
  }

  /// A rate of data in decimal units with three digits, such as `1.50 Mbit/s`.
  static func bitRate(_ bitsPerSecond: Int64) -> String {
    scaled(Double(bitsPerSecond), units: ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"])
  }

  /// A duration as `h:mm:ss.mmm`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return "unknown" }
    let milliseconds = Int64((seconds.magnitude * 1000).rounded())
    let sign = seconds < 0 && milliseconds > 0 ? "-" : ""
    return sign + clock(milliseconds / 1000) + "." + padded(milliseconds % 1000, to: 3)
  }

  /// A duration as `h:mm:ss`, rounded up, for a time that is still to come.
  static func remaining(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e9 else { return "-:--:--" }
    return clock(Int64(max(0, seconds).rounded(.up)))
  }

  /// How much smaller or larger a size is than another, such as `75 % smaller`.
  static func change(from old: Int64, to new: Int64) -> String {
    guard old > 0, old != new else { return "same size" }
    let percent = (1 - Double(new) / Double(old)) * 100
    let size = percent.magnitude
    // Never "100 % smaller" or "0.0 % smaller": a file is left, and it did change.
    let text =
      size < 0.1
      ? "less than 0.1" : percent > 99 ? "more than 99" : fixed(size, decimals: size < 9.95 ? 1 : 0)
    return "\(text) % \(percent > 0 ? "smaller" : "larger")"
  }

  private static func scaled(_ value: Double, units: [String]) -> String {
    var rest = value
    var unit = 0
    while unit + 1 < units.count, rest.magnitude >= (unit == 0 ? 1000 : 999.5) {
      rest /= 1000
      unit += 1
    }
    if unit == 0 { return "\(fixed(rest, decimals: 0)) \(units[0])" }
    let decimals = rest.magnitude < 9.995 ? 2 : rest.magnitude < 99.95 ? 1 : 0
    return "\(fixed(rest, decimals: decimals)) \(units[unit])"
  }

  private static func clock(_ seconds: Int64) -> String {
    "\(seconds / 3600):\(padded(seconds / 60 % 60, to: 2)):\(padded(seconds % 60, to: 2))"
  }

  private static func padded(_ value: Int64, to digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
