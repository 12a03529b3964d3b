import Swage

/// Names and short descriptions that several texts use.
enum Words {
  /// A codec by the name that people know.
  static func codec(_ name: String) -> String {
    switch name {
    case "h264": "H.264"
    case "hevc": "HEVC"
    case "av1", "vp8", "vp9", "aac", "mp3", "flac", "alac", "ac3", "eac3", "dts": name.uppercased()
    case "mjpeg": "Motion JPEG"
    case "prores": "ProRes"
    case "opus": "Opus"
    case "he-aac": "HE-AAC"
    case "he-aac-v2": "HE-AAC v2"
    case "vorbis": "Vorbis"
    case "subrip": "SubRip"
    default: name
    }
  }

  /// A system of high dynamic range by the name that people know.
  static func hdr(_ kind: HDRKind) -> String {
    switch kind {
    case .sdr: "SDR"
    case .hlg: "HLG"
    case .pq: "PQ"
    case .hdr10: "HDR10"
    case .hdr10Plus: "HDR10+"
    case .dolbyVision: "Dolby Vision"
    }
  }

  /// A film in one line, such as `HEVC 1280x720, 29.97 fps, HLG, 4.80 Mbit/s`.
  static func film(_ video: FileSummary.Video) -> String {
    var parts = ["\(codec(video.codec)) \(video.displayWidth)x\(video.displayHeight)"]
    parts.append(Format.trimmed(video.frameRate) + " fps" + (video.variableFrameRate ? " (variable)" : ""))
    if video.hdr != .sdr { parts.append(hdr(video.hdr)) }
    if let rate = video.bitRate { parts.append(Format.bitRate(rate.bitsPerSecond)) }
    return parts.joined(separator: ", ")
  }

  /// A sound track in a few words, such as `AAC stereo 48 kHz, eng`.
  static func sound(_ audio: FileSummary.Audio) -> String {
    let layout = audio.channelLayout.isEmpty ? count(audio.channels, "channel") : audio.channelLayout
    let name = audio.profile.flatMap { $0.hasPrefix("HE-AAC") ? $0 : nil } ?? codec(audio.codec)
    let text = "\(name) \(layout) \(Format.trimmed(Double(audio.sampleRate) / 1000)) kHz"
    return audio.language.map { "\(text), \($0)" } ?? text
  }

  /// A number and what it counts, such as `1 frame` and `2 frames`.
  static func count(_ number: Int, _ singular: String) -> String { "\(number) \(singular)\(number == 1 ? "" : "s")" }

  /// A sentence without its full stop, to stand in brackets.
  static func phrase(_ sentence: String) -> String { sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence }

  /// Something and its reason in brackets.
  static func because(_ thing: String, _ reason: String) -> String {
    reason.isEmpty ? thing : "\(thing) (\(phrase(reason)))"
  }

  /// A heading for the streams of a kind.
  static func kind(_ kind: StreamKind) -> String {
    switch kind {
    case .video: "Video"
    case .audio: "Sound"
    case .subtitle: "Subtitles"
    case .data: "Data"
    case .attachment: "Attachment"
    }
  }
}
