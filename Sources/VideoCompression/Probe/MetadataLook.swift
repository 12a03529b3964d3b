internal import FFmpeg
internal import HDR
internal import Media

/// What the packets of a film carry beside its samples.
struct MetadataLook {
  private let reader: MetadataReader
  /// Whether only keyframes are looked at, since no other packet says anything.
  let looksAtKeyframesOnly: Bool
  /// What is said once, by the first that says it.
  private(set) var fixed: StaticMetadata
  /// What presented frames say of themselves.
  private(set) var frames = MetadataSequence()
  /// Whether there are packets of an enhancement layer.
  private(set) var hasEnhancementLayer = false
  /// The profile of Dolby Vision by the first frame that tells it.
  private(set) var visionProfile: Int?

  /// Prepares for a stream; `nil` when its codec carries nothing.
  init?(_ stream: InputStream) {
    let parameters = stream.parameters
    guard let reader = MetadataReader(codec: parameters.codecName, configuration: parameters.extradata) else {
      return nil
    }
    self.reader = reader
    looksAtKeyframesOnly = parameters.codecName == "h264"
    fixed = reader.configured
  }

  /// Looks at a packet in the file's order.
  mutating func add(_ packet: Packet) {
    guard !looksAtKeyframesOnly || packet.isKeyframe else { return }
    let found = packet.withBytes { reader.read($0) }
    fixed.complete(with: found.fixed)
    if found.hasEnhancementLayer { hasEnhancementLayer = true }
    if visionProfile == nil, let unit = found.dynamic.dolbyVision {
      visionProfile = ReferenceProcessingUnit(unit)?.profile
    }
    guard !packet.isHidden, !found.dynamic.isEmpty else { return }
    frames.add(found.dynamic, at: packet.presentationTime ?? packet.decodeTime ?? Int64(frames.count))
  }
}
