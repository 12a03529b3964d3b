import Media

/// Wishes under a name, for the usual purposes. Each is a start: what is said after it counts instead.
///
/// ```swift
/// let request = CompressionRequest(from: upload).preset(.medium).video(Preset.medium.video.fps(25))
/// ```
public enum Preset: String, Sendable, Hashable, Codable, CaseIterable {
  /// The smallest: H.264, 640 pixels on the longer side, 500 kbit/s, 20 frames a second, mono at 64 kbit/s, and a
  /// little less noise.
  case low
  /// For most: H.264, 1280 pixels, 2 Mbit/s, 30 frames a second, sound at 128 kbit/s.
  case medium
  /// To keep: HEVC (H.264 where HEVC can't be made), 1920 pixels, 5 Mbit/s, 30 frames a second, sound at 192 kbit/s.
  case high
  /// To publish: H.264, 1280 pixels, 3.5 Mbit/s, 30 frames a second, sound at 128 kbit/s.
  case social
  /// To send: H.264, 854 pixels, 1 Mbit/s, 24 frames a second, mono at 64 kbit/s, and less noise.
  case messaging

  /// What the preset wishes of the picture. Sizes and frame rates are upper bounds, and a bit rate of more than 1.2 times
  /// the source's becomes 0.8 times the source's.
  public var video: VideoSettings {
    let common = VideoSettings.video(numbers.codec, longSide: numbers.longSide)
      .bitRate(numbers.bitRate, .belowSource)
      .maximumFPS(numbers.framesPerSecond)
      .keyframeInterval(30)
      .content(.analyze)
    return numbers.noise == .off ? common : common.noiseReduction(numbers.noise)
  }

  /// What the preset wishes of the sound: AAC-LC with at most 44.1 kHz; a track that is within it is copied.
  public var audio: AudioSettings {
    .automatic.bitRate(numbers.audioBitRate).channels(numbers.channels).sampleRate(44_100)
  }

  private struct Numbers {
    let codec: VideoCodec?
    let longSide: Int
    let bitRate: BitRate
    let framesPerSecond: Int
    let audioBitRate: BitRate
    let channels: Int
    let noise: NoiseReduction
  }

  private var numbers: Numbers {
    switch self {
    case .low:
      Numbers(
        codec: .h264, longSide: 640, bitRate: .kilobits(500), framesPerSecond: 20, audioBitRate: .kilobits(64),
        channels: 1, noise: .low)
    case .medium:
      Numbers(
        codec: .h264, longSide: 1280, bitRate: .megabits(2), framesPerSecond: 30, audioBitRate: .kilobits(128),
        channels: 2, noise: .off)
    case .high:
      Numbers(
        codec: nil, longSide: 1920, bitRate: .megabits(5), framesPerSecond: 30, audioBitRate: .kilobits(192),
        channels: 2, noise: .off)
    case .social:
      Numbers(
        codec: .h264, longSide: 1280, bitRate: .megabits(3.5), framesPerSecond: 30, audioBitRate: .kilobits(128),
        channels: 2, noise: .off)
    case .messaging:
      Numbers(
        codec: .h264, longSide: 854, bitRate: .megabits(1), framesPerSecond: 24, audioBitRate: .kilobits(64),
        channels: 1, noise: .medium)
    }
  }
}

extension CompressionRequest {
  /// The same request with a preset's wishes for picture and sound.
  public func preset(_ preset: Preset) -> Self { video(preset.video).audio(preset.audio) }
}
