import Swage

/// Options about sound.
struct SoundOptions: Sendable {
  /// The words of `--audio`.
  enum Sound: String, CaseIterable, Sendable {
    case auto, copy, aac, none
  }

  var sound = Sound.auto
  var bitRate: BitRate?
  var channels: Int?
  var rate: Int?

  static let section = OptionSection<CompressCommand>(
    "Sound",
    [
      .value(
        "audio", .choice, into: \.sound.sound, help: "auto copies sound where it can and encodes AAC where it can't"),
      .value("audio-bitrate", .bitRate("RATE"), into: \.sound.bitRate, help: "Bit rate of each encoded track"),
      .value(
        "audio-channels", .integer("N", in: 1...8), into: \.sound.channels,
        help: "At most N channels in each encoded track"),
      .value(
        "audio-rate", .integer("HZ", in: 8000...96000), into: \.sound.rate,
        help: "Samples a second of each encoded track"),
    ])

  func validate() throws(UsageError) {
    let details: [(name: String, isGiven: Bool)] = [
      ("--audio-bitrate", bitRate != nil), ("--audio-channels", channels != nil), ("--audio-rate", rate != nil),
    ]
    if let detail = details.first(where: \.isGiven), sound == .copy || sound == .none {
      throw UsageError("'\(detail.name)' needs encoded sound, but '--audio \(sound.rawValue)' encodes none")
    }
  }

  /// The request with what the options say.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest {
    var settings: AudioSettings =
      switch sound {
      case .auto: .automatic
      case .copy: .copy
      case .aac: .audio(.aac)
      case .none: .none
      }
    if let bitRate { settings = settings.bitRate(bitRate) }
    if let channels { settings = settings.channels(channels) }
    if let rate { settings = settings.sampleRate(rate) }
    return request.audio(settings)
  }
}
