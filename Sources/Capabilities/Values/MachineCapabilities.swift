public import FoundationEssentials
public import Media

/// What this machine can encode, and why it can't encode what it can't.
public struct MachineCapabilities: Sendable, Hashable, Codable {
  /// The devices that were found, the best first; the processor is the last.
  public let devices: [EncodingDevice]
  /// What was looked for and not found, a sentence for each backend, such as
  /// `VA-API: no render node in /dev/dri`.
  public let absences: [BackendAbsence]
  /// When the oldest of this was asked for, if it was remembered from then; `nil` when every device was asked now.
  public let rememberedSince: Date?

  /// What encodes sound, a value for each codec; empty when that wasn't asked.
  public let audioEncoders: [AudioEncoderCapability]

  package init(
    devices: [EncodingDevice], absences: [BackendAbsence] = [], rememberedSince: Date? = nil,
    audioEncoders: [AudioEncoderCapability] = []
  ) {
    self.devices = devices
    self.audioEncoders = audioEncoders
    self.absences = absences
    self.rememberedSince = rememberedSince
  }

  /// What can be used, the best first.
  public var encoders: [EncoderCapability] { devices.flatMap(\.capabilities) }

  /// Whether something here can encode such pictures.
  ///
  /// - Parameters:
  ///   - codec: The codec.
  ///   - bitDepth: Bits a sample.
  ///   - backends: The kinds of encoder that count.
  public func canEncode(_ codec: VideoCodec, bitDepth: Int = 8, by backends: Set<Backend> = Set(Backend.allCases))
    -> Bool
  {
    encoders.contains {
      $0.codec == codec && $0.bitDepths.contains(bitDepth) && backends.contains($0.backend)
    }
  }
}

/// A backend without a device, and what was looked for.
public struct BackendAbsence: Sendable, Hashable, Codable {
  /// The backend.
  public let backend: Backend
  /// What was looked for, in a sentence for a person.
  public let reason: String

  package init(backend: Backend, reason: String) {
    self.backend = backend
    self.reason = reason
  }
}
