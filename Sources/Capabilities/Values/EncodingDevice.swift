public import Media

/// Something that encodes: the processor, a render node, or a GPU.
public struct EncodingDevice: Sendable, Hashable, Codable {
  /// The kind of encoder.
  public let backend: Backend
  /// A render node's path, or the number of a GPU; `nil` for the processor.
  public let path: String?
  /// The driver's or the GPU's own name of itself; `nil` when it couldn't be asked.
  public let name: String?
  /// The driver's version in its own words; `nil` when unknown.
  public let driver: String?
  /// Why nothing on it can be used; `nil` when something can.
  public let problem: DeviceProblem?
  /// What it was asked about: a value for each codec and bit depth.
  public let encoders: [DeviceEncoder]
  /// What it lists beside encoders; `nil` when it wasn't asked.
  public let decoding: DeviceDecoding?

  package init(
    backend: Backend, path: String?, name: String?, driver: String?, problem: DeviceProblem? = nil,
    encoders: [DeviceEncoder] = [], decoding: DeviceDecoding? = nil
  ) {
    self.backend = backend
    self.path = path
    self.name = name
    self.driver = driver
    self.problem = problem
    self.encoders = encoders
    self.decoding = decoding
  }

  /// What can be used on it, a value for each codec.
  public var capabilities: [EncoderCapability] {
    var codecs: [VideoCodec] = []
    for encoder in encoders where !codecs.contains(encoder.codec) { codecs.append(encoder.codec) }
    return codecs.compactMap { codec in
      let rows = encoders.filter { $0.codec == codec }
      guard let limits = rows.compactMap(\.limits).first, let encoder = rows.first?.encoder else { return nil }
      var obstacles: [Int: String] = [:]
      for case let row in rows { if case .refused(let reason) = row.state { obstacles[row.bitDepth] = reason } }
      return EncoderCapability(
        backend: backend, encoder: encoder, device: path, codec: codec,
        bitDepths: rows.filter { $0.state.isUsable(on: backend) }.map(\.bitDepth), limits: limits, obstacles: obstacles,
        decoding: decoding)
    }
  }
}

/// What a device can do to pictures before they are encoded, so that they needn't leave it.
public struct DeviceDecoding: Sendable, Hashable, Codable {
  /// A codec that it decodes.
  public struct Codec: Sendable, Hashable, Codable {
    /// FFmpeg's name of the codec.
    public let name: String
    /// Bits a sample.
    public let bitDepth: Int

    package init(name: String, bitDepth: Int) {
      self.name = name
      self.bitDepth = bitDepth
    }
  }

  /// The codecs that its driver lists for decoding, in 4:2:0.
  public let codecs: Set<Codec>
  /// Whether it scales pictures.
  public let canScale: Bool
  /// Whether it brings pictures of HDR10 to the standard range, by a curve of its driver.
  public let canToneMapHDR10: Bool

  package init(codecs: Set<Codec>, canScale: Bool, canToneMapHDR10: Bool = false) {
    self.codecs = codecs
    self.canScale = canScale
    self.canToneMapHDR10 = canToneMapHDR10
  }
}

/// What a device says of a codec at a bit depth, and what a trial showed.
public struct DeviceEncoder: Sendable, Hashable, Codable {
  /// What is known.
  public enum State: Sendable, Hashable, Codable {
    /// The driver lists it; it wasn't tried.
    case listed
    /// A trial's packets were decoded again and showed the pictures that went in. Seconds that the trial took.
    case proved(seconds: Double)
    /// It isn't there or doesn't work, for this reason, in the driver's words where it gave some.
    case refused(reason: String)

    /// Whether a trial proved it.
    public var isProved: Bool { if case .proved = self { true } else { false } }

    /// Whether it may be trusted with a job: a video unit's encoder is proved, the processor's needn't be.
    func isUsable(on backend: Backend) -> Bool { isProved || !backend.isHardware && self == .listed }
  }

  /// FFmpeg's name of the encoder.
  public let encoder: String
  /// The codec.
  public let codec: VideoCodec
  /// Bits a sample.
  public let bitDepth: Int
  /// What the driver allows; `nil` when it lists nothing of the kind.
  public let limits: EncoderLimits?
  /// What is known.
  public let state: State

  package init(encoder: String, codec: VideoCodec, bitDepth: Int, limits: EncoderLimits?, state: State) {
    self.encoder = encoder
    self.codec = codec
    self.bitDepth = bitDepth
    self.limits = limits
    self.state = state
  }

  /// The same row with what a trial showed.
  package func with(_ state: State) -> DeviceEncoder {
    DeviceEncoder(encoder: encoder, codec: codec, bitDepth: bitDepth, limits: limits, state: state)
  }
}

/// Why a device can't be used.
public struct DeviceProblem: Sendable, Hashable, Codable {
  /// What kind of problem it is. Kinds may be added.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The device may not be opened by this user.
    case noPermission
    /// There is no driver for it.
    case noDriver
    /// The driver is older than what is needed.
    case driverTooOld
    /// As many encoding sessions as it allows are open.
    case sessionLimit
    /// The device has no memory left.
    case outOfMemory
    /// It has a driver, but none of the encoders that Swage uses.
    case noEncoder
    /// The driver crashed while it was asked.
    case crashed
    /// The driver didn't answer in time.
    case hung
    /// The driver answered with an error.
    case failed
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// What is wrong, in a sentence for a person, with the driver's words where it gave some.
  public let message: String
  /// What to do about it; `nil` when nothing can be done.
  public let remedy: String?

  package init(kind: Kind, message: String, remedy: String? = nil) {
    self.kind = kind
    self.message = message
    self.remedy = remedy
  }
}
