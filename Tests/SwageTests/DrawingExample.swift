// README shows the lines between the marks; DrawingTests runs them.
import FoundationEssentials
import Swage

func compressWithBar(_ video: URL, to result: URL, seconds: Double) async throws {
  // example
  let request = CompressionRequest(from: video, to: .file(result))
  let bar: FrameArtist = { frame in
    let width = Int(Double(frame.size.width) * min(1, frame.presentationTime / seconds))
    let (top, bottom) = (frame.size.height - 8, frame.size.height)
    frame.withLuma { $0.fill(columns: 0..<width, rows: top..<bottom, with: $0.scaled(180)) }
    frame.withChroma { $0.fill(columns: 0..<width / 2, rows: top / 2..<bottom / 2, with: $0.scaled(128)) }
  }
  let report = try await AutomaticCompressor().compress(request, handlers: .drawing(bar))
  // end of example
  _ = report
}
