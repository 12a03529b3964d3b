import Swage

/// Options about what is drawn into the picture.
struct DrawingOptions: Sendable {
  static let section = OptionSection<CompressCommand>("Drawing", [])

  /// Long names of options of which only one may be given.
  static let exclusive: [[String]] = []

  /// The request with what the options say.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest { request }
}
