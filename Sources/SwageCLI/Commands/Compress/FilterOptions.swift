import Swage

/// Options about what is done to the picture before it is encoded.
struct FilterOptions: Sendable {
  /// A width and a height of which one may follow from the other.
  struct Sides: Sendable {
    var width: Int?
    var height: Int?
  }

  var size: PixelSize?
  var scaleMode: ScaleMode?
  var scale: Sides?
  var noiseReduction: NoiseReduction?
  var levels: LevelsPolicy?
  var content: ContentPolicy?
  var color: ColorPolicy?

  static let section = OptionSection<CompressCommand>(
    "Filters",
    [
      .value("size", .pixelSize("WxH"), into: \.filters.size, help: "Exactly this displayed size in pixels"),
      .value(
        "scale-mode", .choice, into: \.filters.scaleMode,
        help: "How the picture gets into --size: with black bars (fit), cropped (fill) or distorted (stretch)"),
      .value(
        "scale", .sides("W:H"), into: \.filters.scale,
        help: "This displayed width and height, where -1 for one of them keeps the shape"),
      .value(
        "denoise", .choice, into: \.filters.noiseReduction,
        help: "Filter noise out, as much as is measured; a clean film is left as it is"),
      .value(
        "levels", .choice, into: \.filters.levels,
        help: "Keep brightness, or stretch it so that the film's darkest and brightest parts are black and white"),
      .value(
        "content", .choice, into: \.filters.content,
        help: "Adjust the encoder to how much moves, and to recordings of screens (analyze)"),
      .value(
        "color", .choice, into: \.filters.color,
        help:
          "HDR: kept where the codec carries it (automatic), kept or refused (preserve), or made SDR, HLG or PQ; SDR "
          + "stays as it is"),
    ])

  /// Long names of options of which only one may be given.
  static let exclusive: [[String]] = [
    ["size", "scale"], ["size", "long-side"], ["size", "short-side"], ["scale", "long-side"], ["scale", "short-side"],
  ]

  /// Checks options that need one another.
  func validate() throws(UsageError) {
    if scaleMode != nil, size == nil { throw UsageError("'--scale-mode' needs '--size'") }
  }

  /// The request with what the options say.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest {
    var video = request.video
    if let size { video = video.size(.exactly(size, scaleMode ?? .fit)) }
    if let scale { video = video.scale(width: scale.width, height: scale.height) }
    if let noiseReduction { video = video.noiseReduction(noiseReduction) }
    if let levels { video = video.levels(levels) }
    if let content { video = video.content(content) }
    if let color { video = video.color(color) }
    return request.video(video)
  }
}
