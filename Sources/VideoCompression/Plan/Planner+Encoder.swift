import Capabilities
import Media

/// The codec and the encoders that can carry the picture, the best first; at least one.
struct EncoderChoice {
  let codec: VideoCodec
  let best: EncoderCapability
  let others: [EncoderCapability]
  /// What would have come before.
  var refusals: [EncoderRefusal]

  /// The one that is left when all before it fail.
  var last: EncoderCapability { others.last ?? best }
}

extension Planner {
  /// Chooses the codec and the encoders.
  func encoders(
    for film: Film, encoding size: PixelSize, notes: inout PlanNotes
  ) throws(CompressionError) -> EncoderChoice {
    let wish = wishedCodec
    let isHDR = PictureLayout.isHDR(film.video)
    try checkDynamicRange(of: film.video, as: wish ?? .hevc)
    let first = candidates(for: wish ?? .hevc, film: film, size: size)
    if let choice = first.choice {
      note(first.refusals, before: choice, notes: &notes)
      if wish == nil {
        notes.decide(
          "codec", VideoCodec.hevc.rawValue, because: "none was asked for, and HEVC makes the smallest files here")
      }
      return choice
    }
    guard wish == nil, !isHDR || !request.video.color.needsHighRange else {
      throw noEncoder(for: wish ?? .hevc, first.refusals)
    }
    try checkConversion(of: film.video, as: .h264)
    let second = candidates(for: .h264, film: film, size: size)
    guard var choice = second.choice else { throw noEncoder(for: .hevc, first.refusals + second.refusals) }
    choice.refusals = first.refusals + choice.refusals
    note(choice.refusals, before: choice, notes: &notes)
    notes.decide(
      "codec", VideoCodec.h264.rawValue,
      because: "HEVC can't be made here: \(Self.list(first.refusals.map(\.reason), of: .hevc))")
    return choice
  }

  private func candidates(
    for codec: VideoCodec, film: Film, size: PixelSize
  ) -> (choice: EncoderChoice?, refusals: [EncoderRefusal]) {
    let depth = PictureLayout.bitDepth(
      of: film.video, as: codec, profile: request.video.profile,
      conversion: conversion(of: film.video, as: codec))
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
    refusals.removeAll { !allows($0.backend, device: $0.device) }
    for encoder in machine.encoders where encoder.codec == codec && allows(encoder.backend, device: encoder.device) {
      if let reason = optionProblems[encoder.encoder]
        ?? encoder.obstacle(to: size, bitDepth: depth, rate: request.video.rateControl)
      {
        refusals.append(
          EncoderRefusal(backend: encoder.backend, encoder: encoder.encoder, device: encoder.device, reason: reason))
      } else {
        fitting.append(encoder)
      }
    }
    // What was asked for comes first; what may take over, behind it.
    let wished = fitting.filter { request.backend.names($0.backend) }
    let ordered = wished + fitting.filter { !request.backend.names($0.backend) }
    let choice = ordered.first.map {
      EncoderChoice(codec: codec, best: $0, others: Array(ordered.dropFirst()), refusals: refusals)
    }
    return (choice, refusals)
  }

  /// Whether the request lets a device's encoders in at all.
  private func allows(_ backend: Backend, device: String?) -> Bool {
    guard request.backend.names(backend) || request.fallback == .allow else { return false }
    guard backend.isHardware, let wanted = request.device else {
      // Whoever names a device without a backend means that device.
      return backend.isHardware || request.device == nil || request.fallback == .allow
    }
    return device == wanted || device == nil
  }

  private func note(_ refusals: [EncoderRefusal], before choice: EncoderChoice, notes: inout PlanNotes) {
    for refusal in refusals {
      let name = refusal.encoder ?? refusal.device ?? refusal.backend.rawValue
      notes.decide("encoder", "not \(name)", because: refusal.reason)
    }
    guard choice.best.backend.isHardware else { return }
    let isWished = request.backend != .automatic || request.device != nil
    notes.decide(
      "backend", [choice.best.backend.rawValue, choice.best.device].compactMap(\.self).joined(separator: ", "),
      because: isWished
        ? "it was asked for, and a trial proved it" : "it is the first that can carry the picture and passed its trial")
  }

  private static func list(_ reasons: [String], of codec: VideoCodec) -> String {
    reasons.isEmpty ? "there is no encoder for \(codec.inWords)" : reasons.joined(separator: "; ")
  }

  private func noEncoder(for codec: VideoCodec, _ refusals: [EncoderRefusal]) -> CompressionError {
    var reasons = refusals.map(\.reason)
    if reasons.isEmpty {
      // Nothing of the kind was found; what was looked for helps more than that there is no encoder.
      reasons = machine.absences.filter { request.backend.names($0.backend) && request.backend != .automatic }
        .map(\.reason)
      if let device = request.device {
        let found = machine.devices.compactMap(\.path)
        reasons.append(
          "there is no device \(device); found: \(found.isEmpty ? "none" : found.joined(separator: ", "))")
      }
    }
    if let first = refusals.first, refusals.allSatisfy({ $0.encoder.map { optionProblems[$0] != nil } ?? false }) {
      return CompressionError(code: .invalidRequest, message: first.reason, stage: .plan)
    }
    let isExplicit = request.backend != .automatic && request.backend != .software || request.device != nil
    let remedy =
      isExplicit
      ? "see 'swage capabilities', or allow a fallback (--allow-fallback)"
      : reasons.isEmpty ? nil : "choose another codec or size"
    return CompressionError(
      code: .notSupported, message: "no encoder here can make this film: \(Self.list(reasons, of: codec))",
      remedy: remedy, stage: .plan)
  }
}

extension BackendChoice {
  /// Whether a kind of encoder is what was asked for.
  func names(_ backend: Backend) -> Bool {
    switch self {
    case .automatic: true
    case .software: backend == .software
    case .vaapi: backend == .vaapi
    case .nvenc: backend == .nvenc
    }
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
