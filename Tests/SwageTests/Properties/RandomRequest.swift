import Foundation
import Swage
import TestSupport

/// A random request: mostly sensible, sometimes out of range.
struct RandomRequest {
  let request: CompressionRequest
  /// The speed of the whole; `nil` where only a part has another one.
  let speed: Double?

  init(from source: URL, to folder: URL, using random: inout SeededGenerator) {
    let name = ["out.mp4", "out.mp4", "out.mov", "out.mkv"].randomElement(using: &random) ?? "out.mp4"
    var made = CompressionRequest(from: source, to: .file(folder.appendingPathComponent(name)))
      .video(Self.video(&random)).audio(Self.audio(&random)).verification(.full)
    if Self.chance(3, &random) {
      let start = Double(Int.random(in: 0...12, using: &random)) / 10
      made = made.trim(from: start, to: start + Double(Int.random(in: 2...15, using: &random)) / 10)
    }
    var whole: Double? = 1
    if Self.chance(4, &random) {
      let rate =
        [Rational(2, 1), Rational(1, 2), Rational(3, 2), Rational(4, 1), Rational(1, 4), Rational(11, 10)]
        .randomElement(using: &random) ?? Rational(2, 1)
      if Self.chance(2, &random) {
        made = made.speed(rate)
        whole = rate.value
      } else {
        let start = Double(Int.random(in: 0...8, using: &random)) / 10
        made = made.speed(rate, from: start, to: start + 0.5)
        whole = nil
      }
      if Self.chance(3, &random) { made = made.pitch(.follow) }
    }
    if Self.chance(6, &random) { made = made.metadata(.strip) }
    if Self.chance(6, &random) { made = made.metadata("title", "A title") }
    if Self.chance(5, &random) { made = made.sizePolicy(.allowLarger) }
    if Self.chance(12, &random) { made = made.streamLoss(.refuse) }
    request = made
    speed = whole
  }

  private static func chance(_ sides: Int, _ random: inout SeededGenerator) -> Bool {
    Int.random(in: 0..<sides, using: &random) == 0
  }

  private static func video(_ random: inout SeededGenerator) -> VideoSettings {
    var video = VideoSettings.video([nil, .h264, .h264, .hevc].randomElement(using: &random) ?? nil).speed(.fastest)
    if chance(8, &random), let preset = Preset.allCases.randomElement(using: &random) {
      video = preset.video.speed(.fastest)
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: video = video.bitRate(.kilobits(Double(Int.random(in: 5...2_000, using: &random))))
    case 1: video = video.targetSize(bytes: .random(in: 2_000...400_000, using: &random))
    case 2: video = video.quality([0, 0.5, 0.9, 1].randomElement(using: &random) ?? 0.5)
    case 3: video = video.bitRate(.megabits(3), BitRatePolicy.allCases.randomElement(using: &random) ?? .exact)
    default: break
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: video = video.longSide(.random(in: 2...400, using: &random))
    case 1: video = video.shortSide(.random(in: 2...400, using: &random))
    case 2:
      video = video.size(
        width: .random(in: 16...300, using: &random), height: .random(in: 16...300, using: &random),
        ScaleMode.allCases.randomElement(using: &random) ?? .fit)
    case 3: video = video.scale(width: .random(in: 16...300, using: &random), height: nil)
    default: break
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: video = video.fps([10, 24, 30, 60].randomElement(using: &random) ?? 30)
    case 1: video = video.fps(Rational(30_000, 1_001))
    case 2: video = video.maximumFPS([5, 12, 24].randomElement(using: &random) ?? 24)
    case 3: video = video.maximumFPS(10, by: .randomly(seed: random.next()))
    case 4: video = video.maximumFPS(10, by: .sceneAware)
    default: break
    }
    if chance(4, &random) { video = video.rotation(.bake) }
    if chance(8, &random) { video = video.noiseReduction(.medium) }
    if chance(8, &random) { video = video.levels(.automatic) }
    if chance(8, &random) { video = video.content(.analyze) }
    if chance(8, &random) { video = video.keyframeInterval(.random(in: 1...30, using: &random)) }
    if chance(12, &random), let profile = CodecProfile.allCases.randomElement(using: &random) {
      video = video.profile(profile)
    }
    if chance(12, &random) { video = video.level(CodecLevel(.random(in: 1...5, using: &random))) }
    return video
  }

  private static func audio(_ random: inout SeededGenerator) -> AudioSettings {
    var audio: AudioSettings
    switch Int.random(in: 0..<7, using: &random) {
    case 0: audio = .audio(.aac)
    case 1: audio = .audio(.mp3)
    case 2: audio = .audio(.opus)
    case 3: return .none
    case 4: return .copy
    default: audio = .automatic
    }
    if chance(4, &random) { audio = audio.bitRate(.kilobits(Double(Int.random(in: 16...256, using: &random)))) }
    if chance(4, &random) { audio = audio.channels(.random(in: 1...2, using: &random)) }
    if chance(6, &random) { audio = audio.sampleRate([8_000, 22_050, 48_000].randomElement(using: &random) ?? 48_000) }
    if chance(12, &random) { audio = audio.mixed() }
    return audio
  }
}
