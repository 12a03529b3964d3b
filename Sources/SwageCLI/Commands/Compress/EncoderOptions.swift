import Swage

/// Options about what the encoder is told.
struct EncoderOptions: Sendable {
  var quality: Double?
  var bitRate: BitRate?
  var targetSize: Int64?
  var bitRatePolicy: BitRatePolicy?
  var profile: CodecProfile?
  var level: CodecLevel?
  var keyframeInterval: Int?
  var options: [KeyedText] = []

  static let exclusive = [["quality", "bitrate", "target-size"]]

  static let section = OptionSection<CompressCommand>(
    "Encoder",
    [
      .value(
        "quality", .number("Q", in: 0...1), into: \.encoder.quality,
        help: "Constant quality from 0 (smallest) to 1 (best), 0.7 without it"),
      .value(
        "bitrate", .bitRate("RATE"), into: \.encoder.bitRate,
        help: "Average bit rate instead of a quality, such as 1.5M or 800k"),
      .value(
        "target-size", .byteCount("SIZE"), into: \.encoder.targetSize,
        help: "What the whole file has at most, such as 8MB or 25MiB, instead of a quality"),
      .value(
        "bitrate-policy",
        .choice([("up-to-source", .upToSource), ("below-source", .belowSource), ("exact", .exact)]),
        into: \.encoder.bitRatePolicy,
        help: "What --bitrate becomes: at most the source's rate (the default), 0.8 times the source's where more than "
          + "1.2 times were asked for, or as asked"),
      .value(
        "keyframe-interval", .integer("N", in: 1...Int.max), into: \.encoder.keyframeInterval,
        help: "At most N frames from one keyframe to the next"),
      .value(
        "profile", .choice, into: \.encoder.profile,
        help: "The codec's profile: baseline, main and high of H.264, main and main10 of HEVC"),
      .value(
        "level", .level("N.N"), into: \.encoder.level, help: "The codec's level that a player has to know, such as 4.1"),
      .values(
        "encoder-option", .keyedText("KEY=VALUE"), into: \.encoder.options,
        help: "An option of the encoder by FFmpeg's name, checked before work begins; may be repeated"),
    ])

  func validate() throws(UsageError) {
    if bitRatePolicy != nil, bitRate == nil { throw UsageError("'--bitrate-policy' needs '--bitrate'") }
  }

  /// The wishes with what the options say.
  func apply(to settings: VideoSettings) -> VideoSettings {
    var settings = settings
    if let quality { settings = settings.quality(quality) }
    if let bitRate { settings = settings.bitRate(bitRate, bitRatePolicy ?? .upToSource) }
    if let targetSize { settings = settings.targetSize(bytes: targetSize) }
    if let keyframeInterval { settings = settings.keyframeInterval(keyframeInterval) }
    if let profile { settings = settings.profile(profile) }
    if let level { settings = settings.level(level) }
    for option in options { settings = settings.encoderOption(option.key, option.text) }
    return settings
  }
}
