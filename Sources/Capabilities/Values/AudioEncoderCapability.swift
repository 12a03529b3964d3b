public import Media

/// What encodes a sound codec on this machine.
public struct AudioEncoderCapability: Sendable, Hashable, Codable {
  /// The codec.
  public let codec: AudioCodec
  /// FFmpeg's name of the encoder; `libfdk-aac` for the library of this name, which is loaded at run time.
  public let encoder: String
  /// What is known.
  public let state: DeviceEncoder.State
  /// What to do about an encoder that isn't there; `nil` when it is.
  public let remedy: String?

  package init(codec: AudioCodec, encoder: String, state: DeviceEncoder.State, remedy: String? = nil) {
    self.codec = codec
    self.encoder = encoder
    self.state = state
    self.remedy = remedy
  }

  /// Whether a job may use it.
  public var isUsable: Bool { state.isUsable(on: .software) }
}
