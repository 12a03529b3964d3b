/// What one packet of a film carries beside its picture.
package struct PacketMetadata: Sendable, Hashable {
  /// What it says of the whole stream.
  package var fixed = StaticMetadata()
  /// What it says of its own picture.
  package var dynamic = DynamicMetadata()
  /// Whether it holds an enhancement layer of Dolby Vision, in NAL units of type 63.
  package var hasEnhancementLayer = false

  /// Nothing yet.
  package init() {}

  /// Takes what a message says, when it is one that we know. The last of several of the same type counts.
  mutating func take(_ message: SEIMessage) {
    if DynamicMetadata.owns(message) {
      dynamic.hdr10Plus = Array(message.payload)
    } else {
      fixed.take(message)
    }
  }
}
