// README shows the lines between the marks; ReadmeTests holds the two against each other and runs them.
import FoundationEssentials
import Swage

func compressUpload(_ upload: URL, to result: URL) async throws {
  // example
  let request = CompressionRequest(from: upload, to: .file(result))
    .video(.video(.hevc, longSide: 1280).quality(0.7))
    .audio(.audio(.aac).bitRate(.kilobits(96)).channels(1))
  let job = AutomaticCompressor().start(request)
  for await progress in job.progress {
    print("\(progress.phase.rawValue): \(Int(progress.fraction * 100)) %")
  }
  let report = try await job.report
  print("\(report.outcome.rawValue), \(report.analytics?.compressionRatio ?? 1) times smaller")
  // end of example
}
