internal import Capabilities
internal import FFmpeg
internal import Media

extension AudioPlan {
  /// What the planned encoder is opened with.
  var encoderSettings: AudioEncoderSettings {
    AudioEncoderSettings(
      encoder: encoder, sampleRate: sampleRate, channelLayout: channelLayout, bitRate: bitRate,
      profile: codec.isHighEfficiency ? codec.profile : nil, options: options)
  }

  private var options: [String: String] {
    switch codec {
    // Left free, the rate may be far from what was asked, in both directions.
    case .opus: ["vbr": "constrained"]
    case .aac, .heAAC, .heAACv2, .mp3: [:]
    }
  }
}
