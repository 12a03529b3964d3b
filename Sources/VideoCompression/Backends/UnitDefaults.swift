package import Media

/// What is the same for every video unit.
package enum UnitDefaults {
  /// Frames between keyframes where none are asked for: the software encoders' own number.
  package static let keyframeInterval = 250

  /// The quantizer of a quality: 0.7 is 23 in H.264 and 24 in HEVC, one step of quality the same as in the software
  /// encoders.
  package static func quantizer(_ quality: Double, codec: VideoCodec) -> Int {
    let value = Int((51 - 40 * min(max(quality, 0), 1)).rounded())
    return min(max(codec == .hevc ? value + 1 : value, 1), 51)
  }

  /// FFmpeg's name of the profile: the one that is asked for, else the one that players of the codec take.
  static func profile(_ planned: PlannedEncoder, _ plan: VideoPlan) -> String {
    if let profile = plan.profile { return profile.rawValue }
    return switch planned.codec {
    case .h264: "high"
    case .hevc: planned.layout.bitDepth > 8 ? "main10" : "main"
    }
  }
}
