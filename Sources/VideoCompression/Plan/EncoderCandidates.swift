package import Capabilities
package import Media

/// The encoders of a machine that can make certain pictures, and why others can't.
package struct EncoderCandidates {
  /// Those that can, what was asked for first; what may take over, behind it.
  package let fitting: [EncoderCapability]
  /// Those that can't or don't work.
  package let refusals: [EncoderRefusal]

  /// Looks through a machine.
  ///
  /// - Parameters:
  ///   - codec: The codec.
  ///   - size: Pixels of the coded pictures.
  ///   - bitDepth: Bits a sample.
  ///   - rate: What decides how much data a picture gets.
  ///   - wish: Which encoders may be used.
  ///   - machine: What there is.
  ///   - optionProblems: Why encoders, by their names, don't take options that were asked for.
  package init(
    for codec: VideoCodec, size: PixelSize, bitDepth: Int, rate: RateControl, wish: EncoderWish,
    machine: MachineCapabilities, optionProblems: [String: String] = [:]
  ) {
    var fitting: [EncoderCapability] = []
    var refusals = machine.devices.compactMap { device in
      device.problem.map {
        EncoderRefusal(backend: device.backend, encoder: nil, device: device.path, reason: $0.inWords(on: device))
      }
    }
    refusals += machine.devices.compactMap { device in
      // Units that don't list the codec at all.
      guard device.problem == nil, !device.capabilities.contains(where: { $0.codec == codec }),
        let row = device.encoders.first(where: { $0.codec == codec }), case .refused(let reason) = row.state
      else { return nil }
      return EncoderRefusal(
        backend: device.backend, encoder: row.encoder, device: device.path,
        reason: "\(row.encoder)\(device.path.map { " on \($0)" } ?? ""): \(reason)")
    }
    refusals.removeAll { !wish.allows($0.backend, device: $0.device) }
    for encoder in machine.encoders where encoder.codec == codec && wish.allows(encoder.backend, device: encoder.device)
    {
      if let reason = optionProblems[encoder.encoder] ?? encoder.obstacle(to: size, bitDepth: bitDepth, rate: rate) {
        refusals.append(
          EncoderRefusal(backend: encoder.backend, encoder: encoder.encoder, device: encoder.device, reason: reason))
      } else {
        fitting.append(encoder)
      }
    }
    self.fitting =
      fitting.filter { wish.backend.names($0.backend) } + fitting.filter { !wish.backend.names($0.backend) }
    self.refusals = refusals
  }
}

extension DeviceProblem {
  fileprivate func inWords(on device: EncodingDevice) -> String {
    let place = device.path.map { "\($0): " } ?? ""
    return place + message + (remedy.map { "; \($0)" } ?? "")
  }
}

extension EncoderCapability {
  /// Why the encoder can't make such a picture, with what it is and the limit; `nil` when it can.
  fileprivate func obstacle(to size: PixelSize, bitDepth: Int, rate: RateControl) -> String? {
    let name = device.map { "\(encoder) on \($0)" } ?? encoder
    if size.width < minimumSize.width || size.height < minimumSize.height {
      return "\(name) takes pictures from \(minimumSize), this one has \(size)"
    }
    if size.width > maximumSize.width || size.height > maximumSize.height {
      return "\(name) takes pictures up to \(maximumSize), this one has \(size)"
    }
    if !bitDepths.contains(bitDepth) {
      if let reason = obstacles[bitDepth] { return "\(name) can't encode \(bitDepth) bits a sample: \(reason)" }
      let depths = bitDepths.map { "\($0)" }.joined(separator: ", ")
      return "\(name) takes \(depths) bits a sample, this picture needs \(bitDepth)"
    }
    guard backend.isHardware else { return nil }
    switch rate {
    case .quality where limits.rateControls.isDisjoint(with: [.constantQuantizer, .constantQuality, .cappedQuality]):
      return "\(name) lists no way to keep a quality"
    case .bitRate where limits.rateControls.isDisjoint(with: [.variable, .constant]),
      .targetSize where limits.rateControls.isDisjoint(with: [.variable, .constant]):
      return "\(name) lists no way to keep a bit rate"
    default: return nil
    }
  }
}
