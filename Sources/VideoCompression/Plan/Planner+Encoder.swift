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
    let candidates = EncoderCandidates(
      for: codec, size: size, bitDepth: depth, rate: request.video.rateControl, wish: wish, machine: machine,
      optionProblems: optionProblems)
    let choice = candidates.fitting.first.map {
      EncoderChoice(
        codec: codec, best: $0, others: Array(candidates.fitting.dropFirst()), refusals: candidates.refusals)
    }
    return (choice, candidates.refusals)
  }

  private var wish: EncoderWish {
    EncoderWish(backend: request.backend, device: request.device, fallback: request.fallback)
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
    if reasons.isEmpty { reasons = wish.absences(on: machine) }
    if let first = refusals.first, refusals.allSatisfy({ $0.encoder.map { optionProblems[$0] != nil } ?? false }) {
      return CompressionError(code: .invalidRequest, message: first.reason, stage: .plan)
    }
    let remedy =
      wish.namesUnit
      ? "see 'swage capabilities', or allow a fallback (--allow-fallback)"
      : reasons.isEmpty ? nil : "choose another codec or size"
    return CompressionError(
      code: .notSupported, message: "no encoder here can make this film: \(Self.list(reasons, of: codec))",
      remedy: remedy, stage: .plan)
  }
}
