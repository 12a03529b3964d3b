import Capabilities
import Media

/// What there is to encode: a sound track, or several that become one.
struct SoundMaterial {
  /// What decisions about it are called.
  let what: String
  /// The channels and the sample rate of the track that has the most.
  let audio: AudioDescription
  /// All bits that there are, where each track has lost something already; `nil` where one hasn't, or isn't known.
  let lossyRate: BitRate?

  init(_ streams: [StreamDescription], what: String) {
    self.what = what
    let facts = streams.compactMap(\.audio)
    let widest = facts.max { $0.channels < $1.channels }
    audio = AudioDescription(
      channels: widest?.channels ?? 2, channelLayout: widest?.channelLayout ?? "stereo",
      sampleRate: facts.map(\.sampleRate).max() ?? 48_000)
    let rates = streams.map { Self.isLossless($0.codec) ? nil : $0.bitRate }
    lossyRate = rates.contains(nil) ? nil : .bits(rates.reduce(0) { $0 + ($1?.bitsPerSecond ?? 0) })
  }

  private static func isLossless(_ codec: String) -> Bool {
    codec.hasPrefix("pcm_") || ["flac", "alac", "truehd", "mlp", "wavpack", "tta", "ape", "mp4als"].contains(codec)
  }
}

/// Decides how sound is encoded.
struct SoundChoice {
  let wishes: AudioSettings
  let container: Container
  let encoders: [AudioEncoderCapability]

  /// The plan for some material: its channels and sample rate where the codec and the wishes let it.
  func plan(
    for material: SoundMaterial, mixing tracks: [MixedTrack] = [], notes: inout PlanNotes
  ) -> AudioPlan {
    let codec = codec(for: material, notes: &notes)
    let rules = SoundRules(codec: codec, container: container)
    let (channels, layout) = rules.channels(of: material.audio, wish: wishes.channels)
    let sampleRate = rules.sampleRate(of: material.audio.sampleRate, wish: wishes.sampleRate)
    note(channels, layout, of: material, codec, &notes)
    note(sampleRate, of: material, codec, &notes)
    let bitRate = bitRate(of: material, by: rules, channels: channels, sampleRate: sampleRate, notes: &notes)
    return AudioPlan(
      codec: codec, encoder: encoders.first { $0.codec == codec }?.encoder ?? codec.streamCodec, bitRate: bitRate,
      channels: channels, channelLayout: layout, sampleRate: sampleRate, mixed: tracks)
  }

  /// The codec that was asked for, or the next simpler kind of AAC where that can't hold such sound.
  private func codec(for material: SoundMaterial, notes: inout PlanNotes) -> AudioCodec {
    guard case .encode(let wished) = wishes.treatment else { return .aac }
    guard wished == .heAAC || wished == .heAACv2 else { return wished }
    let wanted = min(wishes.sampleRate ?? min(material.audio.sampleRate, 48_000), material.audio.sampleRate)
    guard (16_000...48_000).contains(wanted) else {
      notes.warn(
        "\(material.what) is encoded to AAC-LC rather than \(wished.inWords), which has 16000 to 48000 Hz, not \(wanted)"
      )
      return .aac
    }
    if wished == .heAACv2, min(wishes.channels ?? 2, material.audio.channels) == 1 {
      notes.decide(material.what, "HE-AAC", because: "HE-AAC v2 is stereo only, and this is one channel")
      return .heAAC
    }
    return wished
  }

  /// Never more bits than a lossy source has, for they would be spent on what it lost already; but 16 kbit/s for each
  /// channel, below which nothing sounds right.
  private func bitRate(
    of material: SoundMaterial, by rules: SoundRules, channels: Int, sampleRate: Int, notes: inout PlanNotes
  ) -> BitRate {
    let wanted = wishes.bitRate ?? rules.usualBitRate(channels: channels)
    let ceiling = material.lossyRate.map { max($0, .kilobits(Double(16 * channels))) }
    let capped = min(wanted, ceiling ?? wanted)
    let rate = rules.possible(capped, channels: channels, sampleRate: sampleRate)
    guard let wish = wishes.bitRate, wish != rate else { return rate }
    let reason: String
    if capped < wish, let lossy = material.lossyRate {
      reason = "the source, which is lossy, has only \(lossy.inWords)"
    } else if rules.codec == .mp3, rate < wish, wish <= .kilobits(320) {
      reason = "the next lower that MP3 has at \(sampleRate) Hz"
    } else {
      reason = "\(rules.codec.inWords) takes no \(rate < wish ? "more" : "less") at this sample rate"
    }
    notes.decide(material.what, rate.inWords, because: reason)
    return rate
  }

  private func note(
    _ channels: Int, _ layout: String, of material: SoundMaterial, _ codec: AudioCodec, _ notes: inout PlanNotes
  ) {
    let source = material.audio
    if channels != wishes.channels ?? source.channels {
      let reason =
        source.channels < wishes.channels ?? 0
        ? "the source has only \(source.channels == 1 ? "one channel" : "\(source.channels) channels")"
        : codec.channelsInWords
      notes.decide(material.what, layout, because: reason)
    } else if channels == source.channels, layout != source.channelLayout {
      notes.decide(
        material.what, layout, because: "the standard layout of \(channels) channels; it was \(source.channelLayout)")
    }
  }

  private func note(
    _ sampleRate: Int, of material: SoundMaterial, _ codec: AudioCodec, _ notes: inout PlanNotes
  ) {
    let source = material.audio.sampleRate
    let wanted = wishes.sampleRate ?? source
    guard sampleRate != wanted else { return }
    let reason =
      wanted > source && sampleRate == source
      ? "the source has only \(source) Hz" : "\(codec.inWords) has no \(min(wanted, source)) Hz here"
    notes.decide(material.what, "\(sampleRate) Hz", because: reason)
  }
}

extension AudioCodec {
  fileprivate var channelsInWords: String {
    switch self {
    case .aac, .heAAC: "\(inWords) has standard layouts for 1 to 6 and 8 channels"
    case .heAACv2: "HE-AAC v2 is stereo only"
    case .mp3: "MP3 has at most 2 channels"
    case .opus: "Opus has standard layouts for 1 to 8 channels"
    }
  }
}

extension AudioPlan {
  /// The plan for a sentence.
  var inWords: String {
    "\(codec == .aac ? "AAC-LC" : codec.inWords), \(channelLayout), \(sampleRate) Hz, \(bitRate.inWords)"
  }
}
