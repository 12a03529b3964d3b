import Capabilities
import Media

/// The codec and the encoders that can carry the picture, the best first; at least one.
struct EncoderChoice {
  let codec: VideoCodec
  let best: EncoderCapability
  let others: [EncoderCapability]

  /// The one that is left when all before it fail.
  var last: EncoderCapability { others.last ?? best }
}

extension Planner {
  /// Chooses the codec and the encoders.
  func encoders(
    for film: Film, encoding size: PixelSize, notes: inout PlanNotes
  ) throws(CompressionError) -> EncoderChoice {
    let wish = request.video.codec
    let isHDR = PictureLayout.isHDR(film.video)
    if wish == .h264, isHDR { throw Self.losesDynamicRange() }
    let first = candidates(for: wish ?? .hevc, film: film, size: size)
    first.refusals.forEach { notes.decide("encoder", "not \($0.encoder)", because: $0.reason) }
    if let choice = first.choice {
      if wish == nil {
        notes.decide(
          "codec", VideoCodec.hevc.rawValue, because: "none was asked for, and HEVC makes the smallest files here")
      }
      return choice
    }
    let reasons = first.refusals.map(\.reason)
    guard wish == nil, !isHDR else { throw Self.noEncoder(for: wish ?? .hevc, reasons: reasons) }
    let second = candidates(for: .h264, film: film, size: size)
    second.refusals.forEach { notes.decide("encoder", "not \($0.encoder)", because: $0.reason) }
    guard let choice = second.choice else {
      throw Self.noEncoder(for: .hevc, reasons: reasons + second.refusals.map(\.reason))
    }
    notes.decide(
      "codec", VideoCodec.h264.rawValue, because: "HEVC can't be made here: \(Self.list(reasons, of: .hevc))")
    return choice
  }

  private struct Refusal {
    let encoder: String
    let reason: String
  }

  private func candidates(
    for codec: VideoCodec, film: Film, size: PixelSize
  ) -> (choice: EncoderChoice?, refusals: [Refusal]) {
    let depth = PictureLayout.bitDepth(of: film.video, as: codec)
    var fitting: [EncoderCapability] = []
    var refusals: [Refusal] = []
    for capability in capabilities where capability.codec == codec && request.backend.allows(capability.backend) {
      if let reason = capability.obstacle(to: size, bitDepth: depth) {
        refusals.append(Refusal(encoder: capability.encoder, reason: reason))
      } else {
        fitting.append(capability)
      }
    }
    let choice = fitting.first.map { EncoderChoice(codec: codec, best: $0, others: Array(fitting.dropFirst())) }
    return (choice, refusals)
  }

  private static func list(_ reasons: [String], of codec: VideoCodec) -> String {
    reasons.isEmpty ? "there is no encoder for \(codec.inWords)" : reasons.joined(separator: "; ")
  }

  private static func noEncoder(for codec: VideoCodec, reasons: [String]) -> CompressionError {
    CompressionError(
      code: .notSupported, message: "no encoder here can make this film: \(list(reasons, of: codec))",
      remedy: reasons.isEmpty ? nil : "choose another codec or size", stage: .plan)
  }

  private static func losesDynamicRange() -> CompressionError {
    CompressionError(
      code: .notSupported, message: "the film has high dynamic range, which 8-bit H.264 would lose",
      remedy: "use --codec hevc", stage: .plan)
  }
}

extension BackendChoice {
  fileprivate func allows(_ backend: Backend) -> Bool {
    switch self {
    case .automatic: true
    case .software: backend == .software
    }
  }
}

extension EncoderCapability {
  /// Why the encoder can't make such a picture, with what it is and the limit; `nil` when it can.
  fileprivate func obstacle(to size: PixelSize, bitDepth: Int) -> String? {
    if size.width < minimumSize.width || size.height < minimumSize.height {
      return "\(encoder) takes pictures from \(minimumSize), this one has \(size)"
    }
    if size.width > maximumSize.width || size.height > maximumSize.height {
      return "\(encoder) takes pictures up to \(maximumSize), this one has \(size)"
    }
    if !bitDepths.contains(bitDepth) {
      let depths = bitDepths.map { "\($0)" }.joined(separator: ", ")
      return "\(encoder) takes \(depths) bits a sample, this picture needs \(bitDepth)"
    }
    return nil
  }
}
