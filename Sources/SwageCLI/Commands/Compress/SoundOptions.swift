import Swage

/// Options about sound.
struct SoundOptions: Sendable {
  /// The words of `--audio`.
  enum Sound: String, CaseIterable, Sendable {
    case auto, copy, aac
    case heAAC = "he-aac"
    case heAACv2 = "he-aac-v2"
    case mp3, opus, none

    fileprivate var treatment: AudioTreatment {
      switch self {
      case .auto: .automatic
      case .copy: .copy
      case .aac: .encode(.aac)
      case .heAAC: .encode(.heAAC)
      case .heAACv2: .encode(.heAACv2)
      case .mp3: .encode(.mp3)
      case .opus: .encode(.opus)
      case .none: .none
      }
    }
  }

  var sound: Sound?
  var bitRate: BitRate?
  var channels: Int?
  var rate: Int?
  var mix: AudioMix?
  var ramps: [TrackRamp] = []

  static let section = OptionSection<CompressCommand>(
    "Sound",
    [
      .value(
        "audio", .choice, into: \.sound.sound,
        help: "auto copies sound where it can and encodes AAC where it can't; he-aac and he-aac-v2 need libfdk-aac2"),
      .value(
        "audio-bitrate", .soundBitRate("RATE"), into: \.sound.bitRate,
        help: "Bit rate of each encoded track, at most what a lossy source has; 0 leaves sound out"),
      .value(
        "audio-channels", .integer("N", in: 1...8), into: \.sound.channels,
        help: "At most N channels in each encoded track"),
      .value(
        "audio-rate", .integer("HZ", in: 8000...96000), into: \.sound.rate,
        help: "At most HZ samples a second in each encoded track"),
      .value(
        "mix-audio", .mix("all|LIST"), into: \.sound.mix,
        help:
          "Make one track of all sound tracks, or of those in LIST, such as 1,2:0.3, which takes the second at 0.3 of "
          + "its volume"),
      .values(
        "volume-ramp", .volumeRamp("TRACK:START..END:FROM-TO"), into: \.sound.ramps,
        help: "Change a track's volume steadily, as in 2:5..8:1-0.2; may be given several times"),
    ])

  func validate() throws(UsageError) {
    let details: [(name: String, isGiven: Bool)] = [
      ("--audio-bitrate", bitRate != nil), ("--audio-channels", channels != nil), ("--audio-rate", rate != nil),
      ("--mix-audio", mix != nil), ("--volume-ramp", !ramps.isEmpty),
    ]
    if let sound, sound == .copy || sound == .none, let detail = details.first(where: \.isGiven) {
      throw UsageError("'\(detail.name)' needs encoded sound, but '--audio \(sound.rawValue)' encodes none")
    }
    _ = try rampedMix()
  }

  /// The request with what the options say; what they don't say stays as it was.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest {
    var settings = request.audio
    switch sound {
    case .copy: settings = .copy
    case .some(.none): settings = .none
    case nil: break
    case let sound?: settings = settings.treatment(sound.treatment)
    }
    if let bitRate { settings = settings.bitRate(bitRate) }
    if let channels { settings = settings.channels(channels) }
    if let rate { settings = settings.sampleRate(rate) }
    if let mix = try rampedMix() { settings = settings.mixed(mix) }
    return request.audio(settings)
  }

  /// The mix with the changes of volume, which may also stand alone for one track; `nil` when there is neither.
  private func rampedMix() throws(UsageError) -> AudioMix? {
    guard let first = ramps.first else { return mix }
    let inputs: [AudioMix.Input]
    if let mix {
      if mix.inputs.isEmpty {
        throw UsageError("'--volume-ramp' needs '--mix-audio' with the tracks by number, such as 1,2 rather than all")
      }
      inputs = mix.inputs
    } else if ramps.allSatisfy({ $0.track == first.track }) {
      inputs = [AudioMix.Input(track: first.track)]
    } else {
      throw UsageError("'--volume-ramp' of several tracks needs '--mix-audio', which makes them one")
    }
    if let stray = ramps.first(where: { ramp in !inputs.contains { $0.track == ramp.track } }) {
      throw UsageError("'--volume-ramp' is for track \(stray.track), which '--mix-audio' doesn't name")
    }
    return AudioMix(
      inputs.map { input in
        let own = ramps.filter { $0.track == input.track }.map(\.ramp).sorted { $0.start < $1.start }
        return AudioMix.Input(track: input.track, volume: input.volume, ramps: own)
      })
  }
}
