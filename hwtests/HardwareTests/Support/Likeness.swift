import Foundation
import TestSupport

extension ReopenedOutput {
  /// How like each frame's luma is to that of the frame of the same number in another file, in decibels (100 where there
  /// is no difference). Both must be stored in the same size.
  func likeness(to source: ReopenedOutput) async throws -> [Double] {
    try await likeness(to: source.url, stream: try source.film.index)
  }

  /// As above, with a clip whose film is the first stream.
  func likeness(to clip: Clip) async throws -> [Double] { try await likeness(to: try await clip.file, stream: 0) }

  private func likeness(to source: URL, stream: Int) async throws -> [Double] {
    let format = try film.pixFmt?.contains("10") == true ? "yuv420p10le" : "yuv420p"
    // By number, because what times the frames have is looked at elsewhere.
    let steps = "settb=1/25,setpts=N,format=\(format)"
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(source.path)", "-i", "file:\(url.path)", "-filter_complex",
        "[0:\(stream)]\(steps)[a];[1:\(try film.index)]\(steps)[b];[a][b]psnr=stats_file=-:shortest=1",
        "-f", "null", "-",
      ])
    guard result.status == .exited(0) else { throw ToolFailure("no comparison: \(result.errorText)") }
    return result.text.split(separator: "\n").compactMap { line in
      guard let found = line.range(of: "psnr_y:") else { return nil }
      let word = line[found.upperBound...].prefix { !$0.isWhitespace }
      return word == "inf" ? 100 : Double(word)
    }
  }
}
