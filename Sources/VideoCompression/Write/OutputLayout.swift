internal import FFmpeg
internal import Media

/// The streams of the output in their order, and what the muxer is told of each.
struct OutputLayout {
  struct Stream {
    let sourceIndex: Int
    let kind: StreamKind
    let description: OutputStream
    let isFilm: Bool
    /// Samples in each packet of copied sound.
    let samplesInPacket: (count: Int, rate: Int)?
    /// A cover picture, which is written before everything else.
    let still: Packet?

    /// Whether it isn't written as packets in time.
    var isStill: Bool { still != nil || description.attachment != nil }
  }

  private(set) var streams: [Stream] = []

  /// Adds a stream; its index in the output is the returned one.
  mutating func add(_ stream: Stream) -> Int {
    streams.append(stream)
    return streams.count - 1
  }
}

extension OutputLayout {
  /// Tags of a stream that stay true in another file; sizes, rates and encoders' names don't.
  static func keptMetadata(_ metadata: [String: String], policy: MetadataPolicy) -> [String: String] {
    let always = ["language", "title", "handler_name"]
    let stale = [
      "BPS", "DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "SOURCE_ID", "encoder", "ENCODER", "vendor_id",
      "rotate", "alpha_mode", "timecode", "major_brand", "minor_version", "compatible_brands",
    ]
    return metadata.filter { key, _ in
      if policy == .strip { return key == "language" }
      return always.contains(key)
        || !stale.contains(key) && !key.hasPrefix("_STATISTICS") && !key.hasPrefix("BPS-")
          && !key.hasPrefix("DURATION-") && !key.hasPrefix("NUMBER_OF_")
    }
  }
}

extension HDRSideData {
  /// What the container tells of a planned picture.
  init(_ plan: HDRPlan) {
    self.init()
    masteringDisplay = plan.masteringDisplay
    contentLight = plan.contentLight
    dolbyVision = plan.dolbyVision
  }
}
