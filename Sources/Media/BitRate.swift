/// An amount of data a second.
public struct BitRate: Sendable, Hashable, Codable, Comparable {
  /// Bits per second.
  public let bitsPerSecond: Int64

  /// Makes a rate of bits per second.
  public init(bitsPerSecond: Int64) { self.bitsPerSecond = bitsPerSecond }

  /// A rate in bits per second.
  public static func bits(_ value: Int64) -> BitRate { BitRate(bitsPerSecond: value) }
  /// A rate in thousands of bits per second.
  public static func kilobits(_ value: Double) -> BitRate { BitRate(bitsPerSecond: Int64((value * 1_000).rounded())) }
  /// A rate in millions of bits per second.
  public static func megabits(_ value: Double) -> BitRate {
    BitRate(bitsPerSecond: Int64((value * 1_000_000).rounded()))
  }

  public static func < (left: BitRate, right: BitRate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }

  public init(from decoder: any Decoder) throws {
    bitsPerSecond = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bitsPerSecond)
  }
}
