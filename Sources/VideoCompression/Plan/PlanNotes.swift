import Media

/// The decisions and warnings that come up while a plan is made.
struct PlanNotes {
  private(set) var decisions: [Decision] = []
  private(set) var warnings: [String] = []

  /// Notes a choice that isn't simply what was asked.
  mutating func decide(_ what: String, _ choice: String, because reason: String) {
    decisions.append(Decision(what: what, choice: choice, reason: reason))
  }

  /// Notes something that a person should know.
  mutating func warn(_ warning: String) { warnings.append(warning) }
}

extension BitRate {
  /// The rate for a sentence, such as `128 kbit/s` or `2.5 Mbit/s`.
  var inWords: String {
    if bitsPerSecond < 1_000 { return "\(bitsPerSecond) bit/s" }
    if bitsPerSecond < 1_000_000 { return "\((Double(bitsPerSecond) / 1_000).inWords) kbit/s" }
    return "\((Double(bitsPerSecond) / 1_000_000).inWords) Mbit/s"
  }

  /// This share of the rate, but not less than a floor.
  func scaled(by share: Double, atLeast floor: BitRate) -> BitRate {
    max(floor, BitRate(bitsPerSecond: Int64((Double(bitsPerSecond) * share).rounded())))
  }
}

extension Double {
  /// The number for a sentence: at most three decimals, none when it is whole.
  var inWords: String {
    let rounded = (self * 1_000).rounded() / 1_000
    guard let whole = Int64(exactly: rounded) else { return "\(rounded)" }
    return "\(whole)"
  }
}

extension VideoCodec {
  /// The codec's name for a sentence.
  var inWords: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "HEVC"
    }
  }
}

extension Container {
  /// The container's name for a sentence.
  var inWords: String {
    switch self {
    case .mp4: "MP4"
    case .mov: "QuickTime"
    case .mkv: "Matroska"
    }
  }
}
