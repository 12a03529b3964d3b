import Media

extension StreamRules {
  /// What happens to a sound track.
  func sound(_ stream: StreamDescription, notes: inout PlanNotes) -> StreamPlan {
    if request.audio.treatment == .none { return stream.planned(.drop, "no sound was asked for", isWished: true) }
    if stream.packetCount == 0 { return stream.planned(.drop, "the track is empty", isWished: true) }
    guard stream.isDecodable, let audio = stream.audio, audio.channels > 0, audio.sampleRate > 0 else {
      return undecodableSound(stream, notes: &notes)
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
      let plan = AudioPlan(of: stream, audio, wishes: request.audio, notes: &notes)
      let reason = taken ? "the sound is to be changed" : untaken
      notes.decide("sound of stream \(stream.index)", plan.inWords, because: reason)
      return stream.planned(.encodeAudio(plan), "encoded to AAC: \(reason)")
    case .encode:
      let plan = AudioPlan(of: stream, audio, wishes: request.audio, notes: &notes)
      return stream.planned(.encodeAudio(plan), "encoded to AAC as asked")
    }
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
  /// Whether a track already is what the bit rate, channels and sample rate ask for.
  func isMet(by stream: StreamDescription) -> Bool {
    guard hasBounds else { return true }
    guard let audio = stream.audio else { return false }
    if let bitRate {
      guard let actual = stream.bitRate, actual <= bitRate else { return false }
    }
    return audio.channels <= channels ?? audio.channels && audio.sampleRate == sampleRate ?? audio.sampleRate
  }
}

extension AudioPlan {
  /// The plan for a sentence.
  var inWords: String { "AAC-LC, \(channelLayout), \(sampleRate) Hz, \(bitRate.inWords)" }

  /// AAC-LC for a track: the source's channels and sample rate where the codec and the wishes let it.
  init(of stream: StreamDescription, _ audio: AudioDescription, wishes: AudioSettings, notes: inout PlanNotes) {
    let (channels, layout) = Self.channels(of: audio, wish: wishes.channels)
    let sampleRate = Self.sampleRate(of: audio.sampleRate, wish: wishes.sampleRate)
    let bitRate = Self.bitRate(of: stream, channels: channels, sampleRate: sampleRate, wish: wishes.bitRate)
    let what = "sound of stream \(stream.index)"
    if channels != wishes.channels ?? audio.channels {
      let reason =
        audio.channels < wishes.channels ?? 0
        ? "the source has only \(audio.channels) channels" : "AAC has standard layouts for 1 to 6 and 8 channels"
      notes.decide(what, layout, because: reason)
    } else if channels == audio.channels, layout != audio.channelLayout {
      notes.decide(what, layout, because: "the standard layout of \(channels) channels; it was \(audio.channelLayout)")
    }
    if sampleRate != wishes.sampleRate ?? audio.sampleRate {
      let wanted = wishes.sampleRate ?? audio.sampleRate
      notes.decide(what, "\(sampleRate) Hz", because: "AAC has no \(wanted) Hz; this is the nearest that fits")
    }
    if let wish = wishes.bitRate, wish != bitRate {
      notes.decide(what, bitRate.inWords, because: "AAC takes no more at this sample rate")
    }
    self.init(codec: .aac, bitRate: bitRate, channels: channels, channelLayout: layout, sampleRate: sampleRate)
  }

  private static func channels(of audio: AudioDescription, wish: Int?) -> (Int, String) {
    var count = min(wish ?? audio.channels, audio.channels, 8)
    // A seventh channel is coded in a way that readers, FFmpeg 5.1 among them, don't recognize.
    if count == 7 { count = 6 }
    if count == audio.channels, keptLayouts.contains(audio.channelLayout) { return (count, audio.channelLayout) }
    return (count, standardLayouts[count] ?? "stereo")
  }

  private static func sampleRate(of source: Int, wish: Int?) -> Int {
    if let wish { return sampleRates.min { abs($0 - wish) < abs($1 - wish) } ?? wish }
    return sampleRates.first { $0 <= source } ?? 8_000
  }

  private static func bitRate(
    of stream: StreamDescription, channels: Int, sampleRate: Int, wish: BitRate?
  ) -> BitRate {
    // ISO/IEC 14496-3 allows 6144 bits a channel in a frame of 1024 samples.
    let largest = BitRate(bitsPerSecond: Int64(6 * sampleRate * channels))
    if let wish { return min(wish, largest) }
    let usual = BitRate.kilobits(channels == 1 ? 96 : Double(64 * channels))
    guard !isLossless(stream.codec), let source = stream.bitRate else { return min(usual, largest) }
    return min(usual, max(source, .kilobits(Double(32 * channels))), largest)
  }

  private static func isLossless(_ codec: String) -> Bool {
    codec.hasPrefix("pcm_") || ["flac", "alac", "truehd", "mlp", "wavpack", "tta", "ape", "mp4als"].contains(codec)
  }

  private static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  ]
  private static let standardLayouts = [
    1: "mono", 2: "stereo", 3: "3.0", 4: "4.0", 5: "5.0", 6: "5.1", 8: "7.1",
  ]
  // What FFmpeg 5.1 writes so that a reader finds the same layout again.
  private static let keptLayouts: Set<String> = [
    "mono", "stereo", "2.1", "3.0", "4.0", "quad", "5.0", "5.1", "7.1",
  ]
}
