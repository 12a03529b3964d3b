import Swage

extension Words {
  /// How a stored picture is turned for display; `nil` when it isn't.
  static func orientation(_ orientation: Orientation) -> String? {
    let turn = orientation.clockwiseDegrees
    switch (orientation.isMirrored, turn) {
    case (false, 0): return nil
    case (true, 0): return "mirrored"
    case (let mirrored, _): return (mirrored ? "mirrored, then " : "") + "turned \(turn)° clockwise"
    }
  }

  /// What the samples of a picture mean; leaves out what isn't said.
  static func color(_ color: ColorDescription) -> String {
    let parts = [
      ("primaries", "\(color.primaries)"), ("transfer", "\(color.transfer)"), ("matrix", "\(color.matrix)"),
      ("range", color.range.rawValue), ("chroma", color.chromaLocation.rawValue),
    ]
    let known = parts.filter { $0.1 != "unspecified" }.map { "\($0.0) \($0.1)" }
    return known.isEmpty ? "unspecified" : known.joined(separator: ", ")
  }

  /// The system of dynamic range that a transfer belongs to.
  static func system(_ color: ColorDescription) -> String {
    color.transfer == .hlg ? "HLG" : color.transfer == .pq ? "PQ" : "BT.709"
  }

  /// Mastering display color volume in cd/m² and CIE coordinates.
  static func masteringDisplay(_ display: MasteringDisplay) -> String {
    var parts: [String] = []
    if let low = display.minimumLuminance, let high = display.maximumLuminance {
      let (from, to) = (Format.trimmed(Double(low) / 10_000, decimals: 4), Format.trimmed(Double(high) / 10_000))
      parts.append("\(from) to \(to) cd/m²")
    }
    let points = [("R", display.red), ("G", display.green), ("B", display.blue), ("white", display.white)]
    for case (let name, let point?) in points {
      let (x, y) = (Double(point.x) / 50_000, Double(point.y) / 50_000)
      parts.append("\(name) \(Format.fixed(x, decimals: 4)) \(Format.fixed(y, decimals: 4))")
    }
    return parts.joined(separator: ", ")
  }

  /// What became of high dynamic range.
  static func outcome(_ outcome: HDROutcome) -> String {
    let change =
      outcome.isConverted
      ? "converted from \(hdr(outcome.source)) to \(hdr(outcome.output))" : "kept \(hdr(outcome.output))"
    var parts = outcome.kept.map { name in
      switch name {
      case "HDR10+": "\(name) in \(count(outcome.hdr10PlusFrames, "frame"))"
      case "Dolby Vision": "\(name) in \(count(outcome.dolbyVisionFrames, "frame"))"
      default: name
      }
    }
    parts = parts.isEmpty ? [] : ["with " + parts.joined(separator: ", ")]
    if !outcome.lost.isEmpty { parts.append("without " + outcome.lost.map(\.what).joined(separator: ", ")) }
    return ([change] + parts).joined(separator: ", ")
  }
}
