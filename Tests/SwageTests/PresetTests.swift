import Foundation
import Swage
import Testing

@Suite("Presets and requests as values") struct PresetTests {
  private struct Numbers: Equatable {
    var codec: VideoCodec?
    var longSide: Int
    var rate: Int64
    var fps: Int32
    var audioRate: Int64
    var channels: Int
    var noise: NoiseReduction
  }

  @Test(
    "every preset has its numbers",
    arguments: zip(
      Preset.allCases,
      [
        Numbers(
          codec: .h264, longSide: 640, rate: 500_000, fps: 20, audioRate: 64_000, channels: 1, noise: .low),
        Numbers(
          codec: .h264, longSide: 1280, rate: 2_000_000, fps: 30, audioRate: 128_000, channels: 2, noise: .off),
        Numbers(codec: nil, longSide: 1920, rate: 5_000_000, fps: 30, audioRate: 192_000, channels: 2, noise: .off),
        Numbers(
          codec: .h264, longSide: 1280, rate: 3_500_000, fps: 30, audioRate: 128_000, channels: 2, noise: .off),
        Numbers(
          codec: .h264, longSide: 854, rate: 1_000_000, fps: 24, audioRate: 64_000, channels: 1, noise: .medium),
      ]))
  private func numbers(preset: Preset, expected: Numbers) {
    let video = preset.video
    #expect(video.codec == expected.codec && video.size == .longSide(expected.longSide))
    #expect(video.rateControl == .bitRate(.bits(expected.rate)) && video.bitRatePolicy == .belowSource)
    #expect(video.frameRate == .atMost(Rational(expected.fps, 1), .evenly))
    #expect(video.keyframeInterval == 30 && video.noiseReduction == expected.noise && video.content == .analyze)
    #expect(preset.audio.bitRate == .bits(expected.audioRate) && preset.audio.channels == expected.channels)
    #expect(preset.audio.sampleRate == 44_100)
  }

  @Test("what is said after a preset counts instead") func overridden() {
    let request = CompressionRequest(from: URL(filePath: "/in.mp4")).preset(.medium)
      .video(Preset.medium.video.bitRate(.megabits(1)).longSide(854))
    #expect(request.video.rateControl == .bitRate(.megabits(1)) && request.video.size == .longSide(854))
    #expect(request.video.codec == .h264 && request.audio == Preset.medium.audio)
  }

  @Test("a request of every kind of wish is the same after it was stored as JSON") func stored() throws {
    let request = CompressionRequest(from: URL(filePath: "/in.mp4"), to: .file(URL(filePath: "/out.mkv")))
      .video(
        Preset.high.video.profile(.main10, level: CodecLevel(4, 1)).fps(Rational(30_000, 1_001))
          .size(width: 640, height: 480, .fill).levels(.automatic).color(.sdr)
          .watermark(Watermark(URL(filePath: "/logo.png"), position: .topLeft, opacity: 0.5))
          .burnedSubtitles(.track(2)).encoderOption("tune", "grain")
      )
      .audio(.audio(.opus).mixed(AudioMix([.init(track: 1, ramps: [VolumeRamp(from: 0, to: 1, start: 0, end: 2)])])))
      .trim(from: 1, to: 9).speed(Rational(1, 2), from: 2, to: 4).metadata("title", "A walk").streamLoss(.refuse)
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(CompressionRequest.self, from: data) == request)
    #expect(request.description.contains("video profile: main10"))
    #expect(request.description.split(separator: "\n").count == 39)
  }
}
