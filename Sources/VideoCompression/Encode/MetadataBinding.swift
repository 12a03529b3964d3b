internal import FFmpeg
internal import HDR
internal import Media

/// Writes into an encoder's packets what encoders drop: each frame's own metadata of high dynamic range, and at
/// keyframes what holds for the whole film.
struct MetadataBinding: Sendable {
  private let writer: MetadataWriter
  /// What frames that are in the encoder carry, by their times.
  private var waiting: [Int64: CarriedMetadata] = [:]
  /// What was written.
  private(set) var written = MetadataSequence()

  /// Prepares for a plan.
  init(_ plan: VideoPlan, codec: VideoCodec) {
    let hdr = plan.hdr
    writer = MetadataWriter(
      codec: codec,
      fixed: StaticMetadata(
        masteringDisplay: hdr.masteringDisplay, contentLight: hdr.contentLight, ambientViewing: hdr.ambientViewing,
        preferredTransfer: hdr.preferredTransfer))
  }

  /// Notes what a frame carries that goes into the encoder.
  mutating func enter(_ frame: Frame) {
    guard let time = frame.presentationTime, let carried = frame.companion as? CarriedMetadata else { return }
    waiting[time] = carried
  }

  /// Completes a packet that came out.
  mutating func complete(_ packet: Packet) throws(FFmpegError) {
    let time = packet.presentationTime ?? 0
    let dynamic = waiting.removeValue(forKey: time)?.value
    if let dynamic { written.add(dynamic, at: time) }
    try packet.setBytes(writer.rewrite(packet.bytes, isKeyframe: packet.isKeyframe, dynamic: dynamic))
  }
}
