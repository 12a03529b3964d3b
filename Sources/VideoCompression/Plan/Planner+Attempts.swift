import Capabilities
import Media

extension Planner {
  /// What is tried, in this order.
  func attempts(
    for film: Film, by choice: EncoderChoice, video: VideoPlan, unmet: UnmetWishes, container: Container,
    notes: inout PlanNotes
  ) -> [PlannedAttempt] {
    let rate = wishedRate(for: film, notes: &notes)
    let best = driven(choice.best, by: rate, for: film, video)
    noteTuning(of: choice.best, notes: &notes)
    if best.decoding == .device {
      notes.decide("decoding", "in the video unit", because: "it decodes, scales and encodes all that this job needs")
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
    guard request.sizePolicy == .neverLarger, !unmet.isEmpty else { return attempts }
    if unmet.film.isEmpty, canCopyPackets(of: film, as: video, into: container) {
      attempts.append(
        PlannedAttempt(
          condition: .ifNotSmaller, film: .copyPackets,
          reason: "the film already is as it was asked for, only the file around it isn't"))
    }
    // The encoder that is left when all others fail is also the one that makes the most of few bits.
    for lower in lowerRates(for: film) {
      attempts.append(
        PlannedAttempt(
          condition: .ifNotSmaller, film: .encode(driven(choice.last, by: .average(lower), for: film, video)),
          reason: "the source can't stand in for the result, so the rate is lowered"))
    }
    return attempts
  }

  /// The result has to have fewer bytes than this; `nil` when it may be larger.
  ///
  /// A part of the source is held against its share by time, with room for what any file begins with: an index and
  /// a first picture that no other helps to predict.
  func sizeLimit(on timeline: TimelinePlan) -> Int64? {
    guard request.sizePolicy == .neverLarger else { return nil }
    guard timeline.isTrimmed, source.duration > 0 else { return source.byteCount }
    let share = min(1, timeline.duration / source.duration)
    return min(source.byteCount, Int64((Double(source.byteCount) * share).rounded(.up)) + 65_536)
  }

  private func wishedRate(for film: Film, notes: inout PlanNotes) -> PlannedRate {
    let sourceRate = request.sizePolicy == .neverLarger ? film.bitRate : nil
    switch request.video.rateControl {
    case .quality(let quality):
      return .quality(adjustedQuality(quality), ceiling: sourceRate.map { max($0, .kilobits(50)) })
    case .bitRate(let wish):
      guard let sourceRate, sourceRate < wish else { return .average(wish) }
      let capped = min(wish, max(sourceRate, .kilobits(20)))
      notes.decide(
        "bit rate", capped.inWords, because: "the source's film has \(sourceRate.inWords), and more adds bytes only")
      return .average(capped)
    case .targetSize(let bytes):
      return .average(Self.rate(of: bytes, in: source.duration) ?? .kilobits(20))
    }
  }

  private func lowerRates(for film: Film) -> [BitRate] {
    guard var base = film.bitRate ?? Self.rate(of: film.stream.byteCount, in: source.duration) else { return [] }
    if case .bitRate(let wish) = request.video.rateControl { base = min(base, wish) }
    let rates = [0.7, 0.45].map { base.scaled(by: $0, atLeast: .kilobits(20)) }
    return rates[0] == rates[1] ? [rates[0]] : rates
  }

  private static func rate(of bytes: Int64, in seconds: Double) -> BitRate? {
    guard bytes > 0, seconds > 0 else { return nil }
    return BitRate(bitsPerSecond: Int64((Double(bytes) * 8 / seconds).rounded()))
  }

  /// Whether copied packets show the same film in the container: no turn to bake, no fields to join, nothing that
  /// an edit list hides, and time stamps that the source really has.
  private func canCopyPackets(of film: Film, as video: VideoPlan, into container: Container) -> Bool {
    let changesPicture = video.steps.contains { step in
      switch step {
      case .deinterlace, .denoise, .crop, .toneMap, .levels, .pad, .orient: true
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
      format.chromaSubsampling == .yuv420, format.bitDepth == video.pixelFormat.bitDepth,
      decoding.codecs.contains(DeviceDecoding.Codec(name: film.stream.codec, bitDepth: format.bitDepth)),
      film.video.size.width <= encoder.maximumSize.width, film.video.size.height <= encoder.maximumSize.height,
      source.damage.isEmpty, request.damagePolicy == .refuse, request.verification != .full, !replacesSource
    else { return false }
    return video.steps.allSatisfy { step in
      if case .scale = step { decoding.canScale } else { false }
    }
  }
}
