import FoundationEssentials
import Swage

/// The members of `swage.capabilities/1`, as `Documentation/JSON.md` describes them.
struct CapabilitiesDocument: Encodable {
  struct Device: Encodable {
    let backend: Backend
    let device: String?
    let name: String?
    let driver: String?
    let problem: DeviceProblem?
    let encoders: [Row]
    let decoding: Decoding?
  }

  struct Decoding: Encodable {
    struct Codec: Encodable {
      let codec: String
      let bitDepth: Int
    }
    let codecs: [Codec]
    let scaling: Bool
    let toneMapping: Bool

    init(_ decoding: DeviceDecoding) {
      codecs = decoding.inOrder.map { Codec(codec: $0.name, bitDepth: $0.bitDepth) }
      scaling = decoding.canScale
      toneMapping = decoding.canToneMapHDR10
    }
  }

  struct Row: Encodable {
    let encoder: String
    let codec: VideoCodec
    let bitDepth: Int
    let state: String
    let seconds: Double?
    let reason: String?
    let limits: Limits?
  }

  struct Limits: Encodable {
    let minimumWidth: Int
    let minimumHeight: Int
    let maximumWidth: Int
    let maximumHeight: Int
    let maximumBFrames: Int
    let rateControls: [RateControlMode]
    let lookahead: Bool
    let lowPowerOnly: Bool
  }

  let version: String
  let cachedSince: String?
  let devices: [Device]
  let absences: [BackendAbsence]
  let audioEncoders: [AudioRow]

  struct AudioRow: Encodable {
    let codec: AudioCodec
    let encoder: String
    let state: String
    let seconds: Double?
    let reason: String?
    let remedy: String?
  }

  init(_ capabilities: MachineCapabilities) {
    version = Release.version
    cachedSince = capabilities.rememberedSince?.formatted(.iso8601)
    devices = capabilities.devices.map { device in
      Device(
        backend: device.backend, device: device.path, name: device.name, driver: device.driver,
        problem: device.problem, encoders: device.encoders.map(Row.init),
        decoding: device.decoding.map(Decoding.init))
    }
    absences = capabilities.absences
    audioEncoders = capabilities.audioEncoders.map { row in
      let (state, seconds, reason) = row.state.parts
      return AudioRow(
        codec: row.codec, encoder: row.encoder, state: state, seconds: seconds, reason: reason, remedy: row.remedy)
    }
  }
}

extension DeviceEncoder.State {
  /// The state as a word, and what goes with it.
  fileprivate var parts: (state: String, seconds: Double?, reason: String?) {
    switch self {
    case .listed: ("listed", nil, nil)
    case .proved(let seconds): ("proved", seconds, nil)
    case .refused(let reason): ("refused", nil, reason)
    }
  }
}

extension CapabilitiesDocument.Row {
  init(_ row: DeviceEncoder) {
    let (state, seconds, reason) = row.state.parts
    self.init(
      encoder: row.encoder, codec: row.codec, bitDepth: row.bitDepth, state: state, seconds: seconds, reason: reason,
      limits: row.limits.map(CapabilitiesDocument.Limits.init))
  }
}

extension CapabilitiesDocument.Limits {
  init(_ limits: EncoderLimits) {
    self.init(
      minimumWidth: limits.minimumSize.width, minimumHeight: limits.minimumSize.height,
      maximumWidth: limits.maximumSize.width, maximumHeight: limits.maximumSize.height,
      maximumBFrames: limits.maximumBFrames, rateControls: limits.rateControls.sorted(),
      lookahead: limits.hasLookahead, lowPowerOnly: limits.isLowPowerOnly)
  }
}

extension DeviceDecoding {
  /// The codecs in a lasting order.
  var inOrder: [Codec] { codecs.sorted { ($0.name, $0.bitDepth) < ($1.name, $1.bitDepth) } }
}
