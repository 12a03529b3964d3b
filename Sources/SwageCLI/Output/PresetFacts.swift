import Swage

/// What a preset wishes for, in the JSON form.
struct PresetFacts: Encodable {
  struct Sound: Encodable {
    let codec: AudioCodec
    let bitRate: BitRate?
    let channels: Int?
    let sampleRate: Int?
  }

  let name: Preset
  let codec: String
  let longSide: Int?
  let bitRate: BitRate?
  let bitRatePolicy: BitRatePolicy
  let maximumFrameRate: Double?
  let keyframeInterval: Int?
  let noiseReduction: NoiseReduction
  let content: ContentPolicy
  let audio: Sound

  init(_ preset: Preset) {
    let video = preset.video
    let audio = preset.audio
    name = preset
    codec = video.codec?.rawValue ?? "auto"
    longSide = if case .longSide(let pixels) = video.size { pixels } else { nil }
    bitRate = if case .bitRate(let rate) = video.rateControl { rate } else { nil }
    bitRatePolicy = video.bitRatePolicy
    maximumFrameRate = if case .atMost(let rate, _) = video.frameRate { rate.value } else { nil }
    keyframeInterval = video.keyframeInterval
    noiseReduction = video.noiseReduction
    content = video.content
    self.audio = Sound(
      codec: .aac, bitRate: audio.bitRate, channels: audio.channels, sampleRate: audio.sampleRate)
  }
}

/// The presets for people, a line each.
enum PresetsText {
  static func render() -> String {
    var sheet = FactSheet()
    for preset in Preset.allCases {
      let facts = PresetFacts(preset)
      let codec = facts.codec == "auto" ? "HEVC (H.264 where it can't be made)" : Words.codec(facts.codec)
      let parts = [
        codec, facts.longSide.map { "long side \($0)" }, facts.bitRate.map { Format.bitRate($0.bitsPerSecond) },
        facts.maximumFrameRate.map { "\(Format.trimmed($0)) fps" },
        facts.noiseReduction == .off ? nil : "denoise \(facts.noiseReduction.rawValue)",
      ]
      let sound = [
        facts.audio.bitRate.map { Format.bitRate($0.bitsPerSecond) },
        facts.audio.channels == 1 ? "mono" : "at most stereo",
        facts.audio.sampleRate.map { "at most \($0) Hz" },
      ]
      sheet.add(preset.rawValue, parts.compactMap(\.self).joined(separator: ", "))
      sheet.add("", "sound: " + sound.compactMap(\.self).joined(separator: ", "))
    }
    return sheet.text
  }
}
