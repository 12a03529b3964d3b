import Foundation

/// The samples of a frame of 4:2:0 as a player gets them, turned upright.
public struct Planes: Sendable {
  public let width: Int
  public let height: Int
  /// Brightness, row by row.
  public let luma: [Int]
  /// Both planes of color, one behind the other.
  public let chroma: [Int]

  /// A row of brightness.
  public func row(_ y: Int) -> [Int] { Array(luma[(y * width)..<((y + 1) * width)]) }
  /// A column of brightness.
  public func column(_ x: Int) -> [Int] { (0..<height).map { luma[$0 * width + x] } }

  /// The first and the last but some thousandths of brightness, in order.
  public func extremes(leaving thousandths: Int = 2) -> (low: Int, high: Int) {
    let sorted = luma.sorted()
    let left = sorted.count * thousandths / 1000
    return (sorted[left], sorted[sorted.count - 1 - left])
  }
}

extension ReopenedOutput {
  /// The samples of a frame, as they are stored: nothing is converted but the order of rows and columns by a turn.
  ///
  /// - Parameter number: The frame's number, from 0.
  public func planes(_ number: Int = 0) async throws -> Planes {
    let film = try film
    let isWide = film.pixFmt?.contains("10") == true
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-map", "0:\(film.index)", "-vf", "select=eq(n\\,\(number))",
        "-frames:v", "1", "-pix_fmt", film.pixFmt ?? "yuv420p", "-f", "rawvideo", "-",
      ])
    let isTurned = film.displayMatrix[0] == 0
    let (stored, lines) = (film.width ?? 0, film.height ?? 0)
    let (width, height) = isTurned ? (lines, stored) : (stored, lines)
    let bytes = [UInt8](result.output)
    let samples =
      isWide
      ? stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
      : bytes.map(Int.init)
    guard samples.count == width * height * 3 / 2 else {
      throw ToolFailure("\(samples.count) samples of \(width)x\(height): \(result.errorText)")
    }
    return Planes(
      width: width, height: height, luma: Array(samples[..<(width * height)]),
      chroma: Array(samples[(width * height)...]))
  }

  /// How like a clip all frames are, by number, in decibels.
  public func average(against clip: Clip) async throws -> Double {
    let result = try await run(
      "ffmpeg",
      [
        "-hide_banner", "-nostats", "-i", "file:\(url.path)", "-i", "file:\(try await clip.file.path)",
        "-filter_complex", "[0:v]setpts=N,settb=1/25[a];[1:v]setpts=N,settb=1/25[b];[a][b]psnr", "-f", "null", "-",
      ])
    guard let found = result.errorText.range(of: "average:", options: .backwards) else {
      throw ToolFailure("no comparison: \(result.errorText)")
    }
    return Double(result.errorText[found.upperBound...].prefix { !$0.isWhitespace }) ?? .nan
  }
}
