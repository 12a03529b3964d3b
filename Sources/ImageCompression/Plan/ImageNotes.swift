internal import Jobs
internal import Media

/// What was chosen and why, and what a person should know.
struct ImageNotes {
  private(set) var decisions: [Decision] = []
  private(set) var warnings: [String] = []

  mutating func decide(_ what: String, _ choice: String, _ reason: String) {
    decisions.append(Decision(what: what, choice: choice, reason: reason))
  }

  mutating func warn(_ text: String) { warnings.append(text) }

  /// Tells every choice that isn't simply what was asked for.
  mutating func describe(_ planner: ImagePlanner, size: PixelSize, layout: PixelFormat, isToneMapped: Bool) {
    let source = planner.source
    let settings = planner.settings
    if settings.format == nil {
      decide(
        "format", planner.format.rawValue,
        planner.namedFormat == nil ? "nothing else was asked for" : "the output's name says so")
    }
    if source.turn != .up {
      decide(
        "orientation", "upright pixels",
        "the source notes orientation \(source.turn.rawValue); pixels are turned, which every reader shows right")
    }
    if size != source.description.displaySize {
      decide("size", "\(size)", "the longer side has at most \(settings.longSide ?? size.longSide) pixels")
    }
    if settings.bitDepth == nil, layout.bitDepth != source.description.bitDepth {
      decide(
        "bit depth", "\(layout.bitDepth)",
        planner.format == .jpeg
          ? "JPEG has no more"
          : layout.bitDepth == 8
            ? "this libheif can't write AVIF of more" : "the source has \(source.description.bitDepth)")
    }
    if isToneMapped {
      decide(
        "color", "SDR", "samples of 8 bits can't carry \(source.description.hdr == .pq ? "PQ" : "HLG") well")
    }
    if planner.isLossless {
      decide("layout", layout.name, "every sample of the source fits into it")
    }
    if source.hasAlpha, planner.format == .jpeg { warn("JPEG has no transparency; the picture is put on white") }
  }
}
