import Swage

/// Options about what is done to the picture before it is encoded.
struct FilterOptions: Sendable {
  static let section = OptionSection<CompressCommand>("Filters", [])

  /// Long names of options of which only one may be given.
  static let exclusive: [[String]] = []

  /// The request with what the options say.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest { request }
}
