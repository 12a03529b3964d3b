import Swage

@testable import VideoCompression

/// Values made by hand.
enum Made {
  static let source = FileSummary(
    path: "/clips/holiday.mov", bytes: 48_200_000, duration: 20.02,
    video: video("h264", width: 1920, height: 1080, rate: 18_000_000),
    audio: [
      FileSummary.Audio(
        codec: "aac", channels: 2, channelLayout: "stereo", sampleRate: 48000, language: "eng", duration: 20.01,
        bitRate: .kilobits(192)),
      FileSummary.Audio(
        codec: "pcm_s16le", channels: 1, channelLayout: "mono", sampleRate: 44100, language: nil, duration: 20,
        bitRate: nil),
    ])

  static let output = FileSummary(
    path: "/clips/holiday-compressed.mp4", bytes: 12_100_000, duration: 20.02,
    video: video("hevc", width: 1280, height: 720, rate: 4_800_000),
    audio: [
      FileSummary.Audio(
        codec: "aac", channels: 2, channelLayout: "stereo", sampleRate: 48000, language: "eng", duration: 20.01,
        bitRate: .kilobits(192)),
      FileSummary.Audio(
        codec: "aac", channels: 1, channelLayout: "mono", sampleRate: 44100, language: nil, duration: 20,
        bitRate: .kilobits(96)),
    ])

  static func video(_ codec: String, width: Int, height: Int, rate: Int64) -> FileSummary.Video {
    FileSummary.Video(
      codec: codec, width: width, height: height, displayWidth: width, displayHeight: height, rotation: 0,
      mirrored: false, frames: 600, frameRate: 29.97, variableFrameRate: false, pixelFormat: "yuv420p",
      color: ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited), hdr: .sdr,
      bitRate: .bits(rate))
  }

  static var compressed: CompressionReport {
    var report = CompressionReport(outcome: .compressed)
    report.source = source
    report.output = output
    report.backend = .software
    report.encoder = "libx265"
    report.attempts = [
      .init(backend: .software, encoder: "libx265", device: nil, result: .succeeded, reason: "smaller than the source")
    ]
    report.decisions = [Decision(what: "codec", choice: "hevc", reason: "nothing else was asked for")]
    report.streams = [
      .init(index: 0, kind: .video, codec: "h264", action: .encoded, reason: "it is the film"),
      .init(index: 1, kind: .audio, codec: "aac", action: .copied, reason: "MP4 takes it as it is."),
      .init(index: 2, kind: .audio, codec: "pcm_s16le", action: .encoded, reason: "MP4 doesn't take PCM"),
      .init(index: 3, kind: .data, codec: "tmcd", action: .dropped, reason: "a time code has no place in MP4"),
    ]
    report.hdr = HDROutcome(
      source: .dolbyVision, output: .hdr10Plus, isConverted: false, kept: ["the mastering display", "HDR10+"],
      lost: [HDRLoss(what: "Dolby Vision", reason: "of profile 7 only the base layer can be encoded again")],
      hdr10PlusFrames: 600, dolbyVisionFrames: 0)
    report.analytics = Analytics(
      originalFileSize: 48_200_000, compressedFileSize: 12_100_000, processingTime: 20.4,
      originalDimensions: PixelSize(width: 1920, height: 1080),
      compressedDimensions: PixelSize(width: 1280, height: 720), originalVideoBitrate: .megabits(18),
      compressedVideoBitrate: .megabits(4.8), originalAudioBitrate: .kilobits(192),
      compressedAudioBitrate: .kilobits(192), framesDecoded: 600, framesEncoded: 600, framesPerSecond: 29.4,
      peakMemory: 200_000_000)
    report.verification = Verification(
      level: .structure,
      checks: [
        .init(name: "frames", expected: "600", found: "600", passed: true),
        .init(name: "duration", expected: "20.020 s", found: "20.020 s", passed: true),
      ])
    return report
  }

  static var kept: CompressionReport {
    var report = compressed
    report.outcome = .keptSource
    report.output = source
    report.backend = nil
    report.encoder = nil
    report.verification = nil
    report.hdr = nil
    report.attempts = [
      .init(
        backend: .software, encoder: "libx265", device: nil, result: .refused,
        reason: "50.1 MB is not smaller than 48.2 MB"),
      .init(backend: nil, encoder: nil, device: nil, result: .skipped, reason: "the container stays"),
    ]
    return report
  }
}
