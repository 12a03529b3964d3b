import FoundationEssentials
import Swage

/// What a machine can encode, for people.
enum CapabilitiesText {
  private static let width = 80

  /// The text of `swage capabilities`.
  static func render(_ capabilities: MachineCapabilities) -> String {
    var blocks = capabilities.devices.map(block)
    if !capabilities.absences.isEmpty {
      blocks.append(capabilities.absences.flatMap { hanging("", "", Words.phrase($0.reason)) })
    }
    if !capabilities.audioEncoders.isEmpty {
      blocks.append(["Sound"] + capabilities.audioEncoders.flatMap(row))
    }
    if capabilities.encoders.allSatisfy({ $0.bitDepths.isEmpty }) { blocks.append(["No encoder here is proved."]) }
    if let date = capabilities.rememberedSince {
      blocks.append(["(cached since \(date.formatted(.iso8601)); --refresh asks again)"])
    }
    return blocks.map { $0.map { "\($0)\n" }.joined() }.joined(separator: "\n")
  }

  private static func block(_ device: EncodingDevice) -> [String] {
    var lines = hanging("", "", title(device))
    if let driver = device.driver { lines += hanging("  ", "Driver   ", driver) }
    if let problem = device.problem {
      lines += hanging("  ", "Problem  ", problem.message)
      if let remedy = problem.remedy { lines += hanging("  ", "Remedy   ", remedy) }
    }
    lines += device.encoders.flatMap { row($0, of: device.backend) }
    if let decoding = device.decoding, let text = decoded(decoding) { lines += hanging("  ", "Decodes  ", text) }
    return lines
  }

  /// What pictures needn't leave the device for; `nil` when that is nothing.
  private static func decoded(_ decoding: DeviceDecoding) -> String? {
    var parts = decoding.inOrder.map { "\(Words.codec($0.name)) \($0.bitDepth) bit" }
    if decoding.canScale { parts.append(parts.isEmpty ? "nothing, but scales" : "and scales") }
    if decoding.canToneMapHDR10 { parts.append("and tone-maps HDR10") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func title(_ device: EncodingDevice) -> String {
    let place =
      switch device.backend {
      case .software: "processor"
      case .vaapi: "VA-API" + (device.path.map { ", \($0)" } ?? "")
      case .nvenc: "NVENC" + (device.path.map { ", GPU \($0)" } ?? "")
      }
    return device.name.map { "\($0) (\(place))" } ?? place
  }

  private static func row(_ encoder: DeviceEncoder, of backend: Backend) -> [String] {
    let codec = Words.codec(encoder.codec.rawValue)
    let depth = "\(encoder.bitDepth) bit"
    let state: String
    let text: String
    switch encoder.state {
    case .listed: (state, text) = ("listed, not tried", limits(encoder, of: backend))
    case .proved(let seconds):
      (state, text) = ("proved in \(Int((seconds * 1000).rounded())) ms", limits(encoder, of: backend))
    case .refused(let reason): (state, text) = ("refused", reason)
    }
    let name = codec.padded(to: 5) + String(repeating: " ", count: max(0, 8 - depth.count)) + depth
    return hanging("  ", name + "  " + state.padded(to: 17) + "  ", text)
  }

  private static func row(_ encoder: AudioEncoderCapability) -> [String] {
    let (state, text): (String, String) =
      switch encoder.state {
      case .listed: ("listed, not tried", encoder.encoder)
      case .proved(let seconds): ("proved in \(Int((seconds * 1000).rounded())) ms", encoder.encoder)
      case .refused(let reason): ("refused", [reason, encoder.remedy].compactMap(\.self).joined(separator: "; "))
      }
    return hanging("  ", Words.codec(encoder.codec.rawValue).padded(to: 13) + "  " + state.padded(to: 17) + "  ", text)
  }

  private static func limits(_ encoder: DeviceEncoder, of backend: Backend) -> String {
    guard let limits = encoder.limits else { return encoder.encoder }
    var parts = ["\(limits.minimumSize) to \(limits.maximumSize)"]
    if limits.maximumBFrames == 0 { parts.append("no B-frames") }
    if limits.maximumBFrames > 0 { parts.append("B-frames") }
    if limits.hasLookahead { parts.append("lookahead") }
    if limits.isLowPowerOnly { parts.append("low power only") }
    let modes = limits.rateControls.sorted { order($0) < order($1) }.map { name($0, of: backend) }
    if !modes.isEmpty { parts.append(modes.joined(separator: " ")) }
    return parts.joined(separator: ", ")
  }

  /// The names that the encoders' own documentation uses.
  private static func name(_ mode: RateControlMode, of backend: Backend) -> String {
    switch (mode, backend) {
    case (.constantQuantizer, _): "CQP"
    case (.constantQuality, .vaapi): "ICQ"
    case (.constantQuality, .nvenc): "CQ"
    case (.constantQuality, .software): "CRF"
    case (.cappedQuality, .vaapi): "QVBR"
    case (.cappedQuality, .nvenc): "capped CQ"
    case (.cappedQuality, .software): "capped CRF"
    case (.variable, _): "VBR"
    case (.constant, _): "CBR"
    }
  }

  private static func order(_ mode: RateControlMode) -> Int {
    let order: [RateControlMode] = [.constantQuantizer, .constantQuality, .cappedQuality, .variable, .constant]
    return order.firstIndex(of: mode) ?? order.count
  }

  /// A text that stays right of its label when it is broken.
  private static func hanging(_ indent: String, _ label: String, _ text: String) -> [String] {
    let start = indent + label
    let rest = String(repeating: " ", count: start.count)
    return HelpText.wrap(Printable.text(text), to: width - start.count).enumerated().map { position, line in
      (position == 0 ? start : rest) + line
    }
  }
}

extension String {
  /// The text with spaces after it, so that it has at least so many characters.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
