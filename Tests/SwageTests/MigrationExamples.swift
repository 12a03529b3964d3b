// What people wrote for other systems, written for this one: only with what Documentation/API.md says.
import FoundationEssentials
import Swage

/// JMVideoCompressor: a preset, progress, analytics.
func compressWithPreset(_ video: URL, into folder: URL) async throws -> (URL, Analytics?) {
  let request = CompressionRequest(from: video, to: .directory(folder)).preset(.medium)
  let report = try await AutomaticCompressor().compress(request) { progress in
    print("\(Int(progress.fraction * 100)) %")
  }
  return (URL(filePath: report.output?.path ?? ""), report.analytics)
}

/// JMVideoCompressor: a configuration of one's own, with trim, another reducer and metadata.
func compressWithConfiguration(_ video: URL, to result: URL) async throws -> CompressionReport {
  let settings = VideoSettings.video(.hevc, longSide: 1280)
    .bitRate(.megabits(1), .belowSource)
    .maximumFPS(24, by: .sceneAware)
    .keyframeInterval(60)
    .noiseReduction(.low)
    .content(.analyze)
  let request = CompressionRequest(from: video, to: .file(result))
    .video(settings)
    .audio(.audio(.aac).bitRate(.kilobits(96)).sampleRate(44_100).channels(1))
    .trim(from: 0.5, to: 1.5)
    .metadata("title", "The best second")
  return try await AutomaticCompressor().compress(request)
}

/// JMVideoCompressor: frames chosen by code of one's own.
struct EveryOther: FrameReducer {
  func keptFrames(of frames: [FrameSummary], atMost rate: Double, duration: Double) -> [Int]? {
    Array(stride(from: 0, to: frames.count, by: 2))
  }
}

func compressEveryOther(_ video: URL, to result: URL) async throws -> CompressionReport {
  let request = CompressionRequest(from: video, to: .file(result)).video(.video(.h264).maximumFPS(15))
  return try await AutomaticCompressor().compress(request, handlers: FrameHandlers(reducer: EveryOther()))
}

/// SJSAssetExportSession: size, exact rate, profile, sound, range, a place, and its stream of progress.
func export(_ video: URL, to result: URL) async throws -> CompressionReport {
  let request = CompressionRequest(from: video, to: .file(result))
    .video(
      .video(.h264).profile(.high, level: CodecLevel(4, 0)).size(width: 320, height: 240, .fit).fps(24)
        .bitRate(.megabits(1)).color(.sdr)
    )
    .audio(.audio(.mp3).channels(2).sampleRate(48_000).bitRate(.kilobits(128)))
    .trim(from: 0, to: 1)
    .metadata("location", "+48.8577+002.2950/")
  let job = AutomaticCompressor().start(request)
  for await progress in job.progress { print(progress.fraction) }
  return try await job.report
}

/// SJSAssetExportSession: something drawn into each frame.
func exportWithClock(_ video: URL, to result: URL) async throws -> CompressionReport {
  let request = CompressionRequest(from: video, to: .file(result)).video(.video(.hevc))
  return try await AutomaticCompressor().compress(
    request,
    handlers: .drawing { frame in
      let width = Int(Double(frame.size.width) * min(1, frame.presentationTime / 2))
      let rows = frame.size.height - 8..<frame.size.height
      frame.withLuma { luma in luma.fill(columns: 0..<width, rows: rows, with: luma.scaled(235)) }
    })
}

/// SJSAssetExportSession: music that fades out under a voice.
func exportMixed(_ video: URL, to result: URL) async throws -> CompressionReport {
  let fading = AudioMix([
    .init(track: 1),
    .init(track: 2, volume: 0.5, ramps: [VolumeRamp(from: 0.5, to: 0, start: 0.5, end: 1.5)]),
  ])
  return try await AutomaticCompressor().compress(
    CompressionRequest(from: video, to: .file(result)).audio(.audio(.aac).mixed(fading)))
}

/// The recipe of `scaleTimeRange`: the middle at half speed, sound with its pitch.
func slowDown(_ video: URL, to result: URL) async throws -> CompressionReport {
  try await AutomaticCompressor().compress(
    CompressionRequest(from: video, to: .file(result)).speed(Rational(1, 2), from: 0.5, to: 1.5))
}

/// The recipe of `AVAssetWriter`: a low bit rate, H.264 in QuickTime, sound as it is.
func compressFile(_ video: URL, to result: URL) async throws -> CompressionReport {
  try await AutomaticCompressor().compress(
    CompressionRequest(from: video, to: .file(result)).video(.video(.h264).bitRate(.kilobits(250))).audio(.copy))
}
