import Capabilities
import Media

extension Planner {
  /// What is tried, in this order.
  func attempts(
    for film: Film, by choice: EncoderChoice, at rate: PlannedRate, video: VideoPlan, unmet: UnmetWishes,
    container: Container, notes: inout PlanNotes
  ) -> [PlannedAttempt] {
    let best = driven(choice.best, by: rate, for: film, video)
    noteTuning(of: choice.best, notes: &notes)
    if best.decoding == .device {
      notes.decide("decoding", "in the video unit", because: "it decodes, scales and encodes all that this job needs")
      if video.conversion != nil {
        notes.decide("tone-mapping", "in the video unit", because: "it offers it; the curve is its driver's own")
      }
    }
    if draws, best.backend.isHardware {
      notes.decide("decoding", "by the processor", because: "pictures are drawn into before they go to the video unit")
    }
    var attempts = [
      PlannedAttempt(condition: .unlessSucceeded, film: .encode(best), reason: "as it was asked for")
    ]
    for other in choice.others {
      attempts.append(
        PlannedAttempt(
          condition: .unlessSucceeded, film: .encode(driven(other, by: rate, for: film, video)),
          reason: "in case \(choice.best.encoder) fails"))
    }
    guard isSizeLimited, !unmet.isEmpty else { return attempts }
    if unmet.film.isEmpty, canCopyPackets(of: film, as: video, into: container) {
      attempts.append(
        PlannedAttempt(
          condition: .ifNotSmaller, film: .copyPackets,
          reason: "the film already is as it was asked for, only the file around it isn't"))
    }
    // The encoder that is left when all others fail is also the one that makes the most of few bits.
    for lower in lowerRates(for: film, after: rate) {
      attempts.append(
        PlannedAttempt(
          condition: .ifNotSmaller, film: .encode(driven(choice.last, by: .average(lower), for: film, video)),
          reason: "the source can't stand in for the result, so the rate is lowered"))
    }
    return attempts
  }

  /// Whether copied packets show the same film in the container: no turn to bake, no fields to join, nothing that
  /// an edit list hides, and time stamps that the source really has.
  private func canCopyPackets(of film: Film, as video: VideoPlan, into container: Container) -> Bool {
    let changesPicture = video.steps.contains { step in
      switch step {
      case .deinterlace, .denoise, .crop, .convertColor, .levels, .pad, .orient, .interpolate: true
      case .scale: false
      }
    }
    let kind = source.container
    let hasTimestamps =
      kind.isISOBaseMedia || kind.isMatroska
      || kind.formatName.split(separator: ",").contains { $0 == "flv" || $0 == "mpegts" }
    return container.takesVideo(film.stream.codec) && !changesPicture && film.stream.hiddenPacketCount == 0
      && hasTimestamps
  }
}

extension Planner {
  fileprivate func driven(
    _ encoder: EncoderCapability, by rate: PlannedRate, for film: Film, _ video: VideoPlan
  ) -> PlannedEncoder {
    PlannedEncoder(
      backend: encoder.backend, encoder: encoder.encoder, device: encoder.device, codec: encoder.codec, rate: rate,
      layout: encoder.backend.layout(bitDepth: video.pixelFormat.bitDepth), limits: encoder.limits,
      decoding: decodesOnDevice(encoder, film, video) ? .device : .processor)
  }

  /// Whether pictures can stay on the device from their decoding on: all that is done to them is there.
  ///
  /// A unit's decoder makes up for damage without a word, so a source that is suspected of it, and a job that is to be
  /// checked as a whole, are decoded by the processor.
  private func decodesOnDevice(_ encoder: EncoderCapability, _ film: Film, _ video: VideoPlan) -> Bool {
    guard let decoding = encoder.decoding, let format = film.video.pixelFormat,
      format.chromaSubsampling == .yuv420,
      format.bitDepth == (video.conversion == nil ? video.pixelFormat.bitDepth : 10),
      decoding.codecs.contains(DeviceDecoding.Codec(name: film.stream.codec, bitDepth: format.bitDepth)),
      film.video.size.width <= encoder.maximumSize.width, film.video.size.height <= encoder.maximumSize.height,
      source.damage.isEmpty, request.damagePolicy == .refuse, request.verification != .full, !replacesSource
    else { return false }
    return video.drawing.isNothing
      && video.steps.allSatisfy { step in
        switch step {
        case .scale: decoding.canScale
        case .convertColor(let conversion, _): decoding.canToneMapHDR10 && isHDR10(film.video, for: conversion)
        case .deinterlace, .denoise, .crop, .levels, .pad, .orient, .interpolate: false
        }
      }
  }

  /// Whether a film tells all that a video unit's tone-mapping has to know, which is made for HDR10.
  private func isHDR10(_ video: VideoDescription, for conversion: ColorConversion) -> Bool {
    conversion.isToStandardRange && conversion.source.transfer == .pq && video.hdr.masteringDisplay != nil
  }
}
