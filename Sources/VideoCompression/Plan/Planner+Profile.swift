import Media

extension CodecProfile {
  /// The codecs that have the profile.
  var codecs: [VideoCodec] {
    switch self {
    case .baseline, .high: [.h264]
    case .main: [.hevc, .h264]
    case .main10: [.hevc]
    }
  }

  /// Whether every player of this profile plays a stream of a profile, by FFmpeg's name: encoders name the lowest one
  /// that holds what they did.
  func covers(_ found: String?) -> Bool {
    switch self {
    case .baseline: found == "Constrained Baseline"
    case .main: found == "Main" || found == "Constrained Baseline"
    case .high: found == "High" || found == "Main" || found == "Constrained Baseline"
    case .main10: found == "Main 10"
    }
  }

  /// The standards' name of the profile, which is also FFmpeg's.
  var inWords: String {
    switch self {
    case .baseline: "Constrained Baseline"
    case .main: "Main"
    case .high: "High"
    case .main10: "Main 10"
    }
  }
}

extension Planner {
  /// The codec that is asked for, by its name or by a profile that only one codec has.
  var wishedCodec: VideoCodec? {
    if let codec = request.video.codec { return codec }
    guard let profile = request.video.profile, profile.codecs.count == 1 else { return nil }
    return profile.codecs.first
  }

  /// Holds a level against the picture, and a rate against the level.
  ///
  /// - Returns: The rate, no higher than the level lets it be.
  /// - Throws: ``CompressionError`` when the picture or an average that was asked for needs a higher level.
  func rate(
    _ rate: PlannedRate, within level: CodecLevel?, codec: VideoCodec, video: VideoPlan
  ) throws(CompressionError) -> PlannedRate {
    guard let level else { return rate }
    guard let limits = LevelLimits.limits(of: level, codec: codec, profile: request.video.profile) else {
      let levels = LevelLimits.levels(of: codec).map(\.description).joined(separator: ", ")
      throw CompressionError(
        code: .invalidRequest, message: "\(codec.inWords) has no level \(level)", remedy: "allowed: \(levels)",
        stage: .plan)
    }
    guard limits.allows(video.size, at: video.frameRate, codec: codec) else {
      let lowest = LevelLimits.lowest(for: video.size, at: video.frameRate, codec: codec)
      throw CompressionError(
        code: .notSupported,
        message: "level \(level) of \(codec.inWords) can't hold \(video.size) at \(video.frameRate.value.inWords) "
          + "frames a second",
        remedy: lowest.map { "allowed: \($0) or higher, or a smaller picture" } ?? "ask for a smaller picture",
        stage: .plan)
    }
    switch rate {
    case .quality(let quality, let ceiling):
      return .quality(quality, ceiling: min(ceiling ?? limits.bitRate, limits.bitRate))
    case .average(let wish):
      guard wish <= limits.bitRate else {
        throw CompressionError(
          code: .notSupported, message: "level \(level) of \(codec.inWords) can't hold \(wish.inWords)",
          remedy: "allowed: \(limits.bitRate.inWords) or less", stage: .plan)
      }
      return rate
    }
  }
}
