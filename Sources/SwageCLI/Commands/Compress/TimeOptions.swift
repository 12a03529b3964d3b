import Swage

/// Options about when frames are shown.
struct TimeOptions: Sendable {
  static let section = OptionSection<CompressCommand>("Time", [])

  /// Long names of options of which only one may be given.
  static let exclusive: [[String]] = []

  /// The request with what the options say.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest { request }
}
