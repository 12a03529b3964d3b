import Capabilities
import Media

extension Planner {
  /// Refuses wishes for sound that nothing here can meet, before anything is decided about single tracks.
  func checkSound(in container: Container) throws(CompressionError) {
    let sounds = source.streams.filter { $0.role == .sound }
    guard !sounds.isEmpty, !request.audio.leavesOut else { return }
    if let mix = request.audio.mix { try check(mix, with: sounds) }
    guard case .encode(let codec) = request.audio.treatment, sounds.contains(where: \.isUsableSound) else { return }
    guard container.takesSound(codec.streamCodec) else {
      throw CompressionError(
        code: .notSupported, message: "\(container.inWords) can't hold \(codec.inWords)",
        remedy: "choose AAC, or write an MP4 or Matroska file", stage: .plan)
    }
    let encoder = machine.audioEncoders.first { $0.codec == codec }
    guard encoder?.isUsable != true else { return }
    var reason: String?
    if case .refused(let words)? = encoder?.state { reason = words }
    let alternative = codec.isHighEfficiency ? "choose AAC, Opus or MP3" : "choose AAC"
    throw CompressionError(
      code: .notSupported, message: "no encoder here makes \(codec.inWords)",
      remedy: [encoder?.remedy, alternative].compactMap { $0 }.joined(separator: ", or "), stage: .plan, cause: reason)
  }

  private func check(_ mix: AudioMix, with sounds: [StreamDescription]) throws(CompressionError) {
    for input in mix.inputs {
      guard sounds.indices.contains(input.track - 1) else {
        throw CompressionError(
          code: .invalidRequest, message: "sound track \(input.track) is to be mixed",
          remedy: sounds.count == 1 ? "the source has one sound track" : "the source has \(sounds.count) sound tracks",
          stage: .request)
      }
      let stream = sounds[input.track - 1]
      guard stream.isUsableSound else {
        throw CompressionError(
          code: .notSupported,
          message: "sound track \(input.track) can't be mixed, because it is empty or no decoder here knows its codec, "
            + stream.nameInWords, remedy: "leave it out of the mix", stage: .plan)
      }
    }
  }
}

extension StreamRules {
  /// What happens to a sound track.
  func sound(_ stream: StreamDescription, notes: inout PlanNotes) -> StreamPlan {
    if request.audio.leavesOut { return stream.planned(.drop, "no sound was asked for", isWished: true) }
    if stream.packetCount == 0 { return stream.planned(.drop, "the track is empty", isWished: true) }
    guard stream.isUsableSound else { return undecodableSound(stream, notes: &notes) }
    let mixed = mixedTracks
    if mixed.contains(where: { $0.sourceIndex == stream.index }) {
      return mixedSound(stream, of: mixed, notes: &notes)
    }
    // Packets play at the speed that they were made for.
    let taken = container.takesSound(stream.codec) && !changesSpeed
    let untaken =
      changesSpeed
      ? "copied sound can't be played faster or slower" : "\(container.inWords) can't hold \(stream.nameInWords)"
    switch request.audio.treatment {
    case .none:
      return stream.planned(.drop, "no sound was asked for", isWished: true)
    case .copy where taken:
      return stream.planned(.copy, "copied as asked")
    case .copy:
      notes.warn("sound track \(stream.index) is left out: \(untaken)")
      return stream.planned(.drop, "\(untaken), and only copies were asked for", isWished: true)
    case .automatic where taken && request.audio.isMet(by: stream):
      return stream.planned(.copy, "\(container.inWords) holds \(stream.nameInWords), and no change was asked for")
    case .automatic:
      let plan = encoded(stream, notes: &notes)
      let reason = taken ? "the sound is to be changed" : untaken
      notes.decide("sound of stream \(stream.index)", plan.inWords, because: reason)
      return stream.planned(.encodeAudio(plan), "encoded to \(plan.codec.inWords): \(reason)")
    case .encode(let codec):
      let plan = encoded(stream, notes: &notes)
      let asked = codec == plan.codec ? "as asked" : "rather than \(codec.inWords), which can't hold it"
      return stream.planned(.encodeAudio(plan), "encoded to \(plan.codec.inWords) \(asked)")
    }
  }

  private func encoded(_ stream: StreamDescription, notes: inout PlanNotes) -> AudioPlan {
    let material = SoundMaterial([stream], what: "sound of stream \(stream.index)")
    return SoundChoice(wishes: request.audio, container: container, encoders: audioEncoders)
      .plan(for: material, notes: &notes)
  }

  private func undecodableSound(_ stream: StreamDescription, notes: inout PlanNotes) -> StreamPlan {
    let unknown = "no decoder here knows its codec, \(stream.nameInWords)"
    if changesSpeed {
      let reason = "\(unknown), and copied sound can't be played faster or slower"
      notes.warn("sound track \(stream.index) is left out: \(reason)")
      return stream.planned(.drop, reason)
    }
    if container.takesSound(stream.codec) { return stream.planned(.copy, "copied: \(unknown)") }
    if container == .mov, obstacleToCarrying == nil {
      return stream.planned(.carryTrack, "carried over as it is: \(unknown)")
    }
    let obstacle = container == .mov ? obstacleToCarrying : nil
    let reason = "\(unknown), and \(obstacle ?? "\(container.inWords) can't hold it")"
    notes.warn("sound track \(stream.index) is left out: \(reason)")
    return stream.planned(.drop, reason)
  }
}

extension AudioSettings {
  /// Whether every sound track is left out.
  var leavesOut: Bool { treatment == .none || bitRate.map { $0 <= .bits(0) } ?? false }

  /// Codecs whose encoder is only trusted after a trial, among those that may be used.
  var codecsToTry: Set<AudioCodec> {
    guard case .encode(let codec) = treatment, codec.isHighEfficiency else { return [] }
    // One channel can't be HE-AAC v2 and becomes the first version.
    return [.heAAC, codec]
  }

  /// Whether a track already is what the bit rate, channels and sample rate ask for.
  func isMet(by stream: StreamDescription) -> Bool {
    guard hasBounds else { return true }
    guard let audio = stream.audio else { return false }
    if let bitRate {
      guard let actual = stream.bitRate, actual <= bitRate else { return false }
    }
    // Samples and channels that aren't there aren't made up.
    return audio.channels <= channels ?? audio.channels && audio.sampleRate <= sampleRate ?? audio.sampleRate
  }
}

extension StreamDescription {
  /// Whether there is sound in it that can be decoded.
  var isUsableSound: Bool {
    guard isDecodable, packetCount > 0, let audio else { return false }
    return audio.channels > 0 && audio.sampleRate > 0
  }
}
