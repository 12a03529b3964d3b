import Foundation

extension ReopenedOutput {
  /// The samples of all frames of the film, turned upright as players do, in a layout of 8 bits without padding.
  ///
  /// - Parameters:
  ///   - filter: What is done to them first, such as a crop; none if empty.
  ///   - format: FFmpeg's name of the layout.
  ///   - size: The pixels of a frame behind the filter.
  ///   - frames: At most so many.
  public func frames(
    _ filter: String = "", format: String = "gray", size: (width: Int, height: Int), limit: Int = 10_000
  ) async throws -> [[UInt8]] {
    let steps = [filter, "format=\(format)"].filter { !$0.isEmpty }.joined(separator: ",")
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-map", "0:\(try film.index)", "-vf", steps, "-vsync", "passthrough",
        "-frames:v", "\(limit)", "-f", "rawvideo", "-",
      ])
    guard result.status == .exited(0) else { throw ToolFailure("no frames: \(result.errorText)") }
    let area = size.width * size.height
    let count = format == "yuv420p" ? area + area / 4 * 2 : format.hasPrefix("rgb") ? area * 3 : area
    let bytes = [UInt8](result.output)
    guard bytes.count % count == 0 else { throw ToolFailure("\(bytes.count) bytes aren't frames of \(count)") }
    return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<($0 + count)]) }
  }

  /// The numbers that are drawn into the frames' upper left: eleven squares of sixteen pixels, the highest bit first.
  public func drawnNumbers() async throws -> [Int] {
    try await frames("crop=176:16:0:0,scale=11:1:flags=area", size: (11, 1)).map { frame in
      frame.reduce(0) { $0 << 1 | ($1 > 128 ? 1 : 0) }
    }
  }

  /// Luma, Cb and Cr of the square under the numbers' first one, in each frame.
  public func drawnColors() async throws -> [[UInt8]] {
    try await frames("crop=8:8:4:20,scale=2:2:flags=area", format: "yuv420p", size: (2, 2)).map { frame in
      [frame[0], frame[4], frame[5]]
    }
  }
}
