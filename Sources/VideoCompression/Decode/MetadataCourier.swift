internal import FFmpeg
internal import HDR
internal import Media

/// Takes what packets carry beside the samples along to the frames that they give.
struct MetadataCourier {
  /// More packets than any decoder holds back.
  private static let patience: Int64 = 128

  private let reader: MetadataReader
  private var waiting: [Int64: CarriedMetadata] = [:]
  private var next: Int64 = 0

  /// Prepares for a stream; `nil` when its codec carries nothing.
  init?(_ stream: InputStream) {
    let parameters = stream.parameters
    guard let reader = MetadataReader(codec: parameters.codecName, configuration: parameters.extradata) else {
      return nil
    }
    self.reader = reader
  }

  /// Notes what a packet carries.
  ///
  /// - Returns: The mark for the packet, by which its frames are known.
  mutating func enter(_ packet: Packet) -> Int64 {
    defer { next += 1 }
    let metadata = packet.withBytes { reader.read($0).dynamic }
    if !metadata.isEmpty { waiting[next] = CarriedMetadata(metadata) }
    // Some packets give no frame.
    waiting[next - Self.patience] = nil
    return next
  }

  /// Gives a frame what its packet carried.
  mutating func leave(_ frame: Frame) throws(FFmpegError) {
    guard let mark = frame.mark, let metadata = waiting.removeValue(forKey: mark) else { return }
    try frame.setCompanion(metadata)
  }
}

/// What goes along with a frame from its packet in the source to its packet in the result.
final class CarriedMetadata: Sendable {
  let value: DynamicMetadata

  init(_ value: DynamicMetadata) { self.value = value }
}
