import Foundation

extension ReopenedOutput {
  /// What a strict decoder says about every picture and every known sound track; empty when all is well.
  ///
  /// Times are dropped (`-vsync drop`), because the null muxer counts in the nominal frame rate and complains of two
  /// frames in one tick.
  public func decodingErrors() async throws -> String {
    let maps = (streams("video") + sounds).flatMap { ["-map", "0:\($0.index)"] }
    let result = try await run(
      "ffmpeg",
      ["-v", "error", "-xerror", "-err_detect", "explode", "-i", "file:\(url.path)"] + maps + [
        "-vsync", "drop", "-f", "null", "-",
      ])
    return result.status == .exited(0)
      ? result.errorText : "\(result.status): \(result.errorText)"
  }

  /// How like the first frames of two files are, in decibels, at this file's displayed size.
  ///
  /// - Parameters:
  ///   - source: The file to compare with; both are turned upright first.
  ///   - format: The layout to compare in.
  public func similarity(to source: ReopenedOutput, format: String = "yuv420p") async throws -> Double {
    let shown = try film.displayed
    let size = "\(Int(shown.width.rounded()) / 2 * 2):\(Int(shown.height.rounded()) / 2 * 2)"
    // Named on both sides, because the scaler forgets the range of some layouts.
    let steps = { (range: String?) in
      "select=eq(n\\,0),setpts=PTS-STARTPTS,"
        + "scale=\(size):flags=bicubic:in_range=\(range == "pc" ? "full" : "limited"):out_range=limited,"
        + "setsar=1,format=\(format)"
    }
    let result = try await run(
      "ffmpeg",
      [
        "-hide_banner", "-nostats", "-i", "file:\(source.url.path)", "-i", "file:\(url.path)", "-filter_complex",
        "[0:\(try source.film.index)]\(steps(try source.film.colorRange))[a];"
          + "[1:\(try film.index)]\(steps(try film.colorRange))[b];[a][b]psnr", "-frames:v", "1", "-f", "null", "-",
      ])
    guard let found = result.errorText.range(of: "average:", options: .backwards) else {
      throw ToolFailure("no comparison: \(result.errorText)")
    }
    let word = result.errorText[found.upperBound...].prefix { !$0.isWhitespace }
    return word == "inf" ? .infinity : Double(word) ?? .nan
  }

  /// Red, green and blue of the middle of the first frame, from 0 to 255.
  public func middleColor() async throws -> [Int] {
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-map", "0:\(try film.index)", "-frames:v", "1", "-vf",
        "format=rgb24,crop=16:16,scale=1:1:flags=area", "-f", "rawvideo", "-",
      ])
    return result.output.prefix(3).map(Int.init)
  }

  /// The text of a subtitle track as SubRip.
  public func subtitleText(of stream: ProbedStream) async throws -> String {
    try await run(
      "ffmpeg", ["-v", "error", "-i", "file:\(url.path)", "-map", "0:\(stream.index)", "-c:s", "srt", "-f", "srt", "-"]
    ).text
  }

  /// What ExifTool finds under some names; names that it doesn't find are left out.
  public func exif(_ names: [String]) async throws -> [String: String] {
    let result = try await run("exiftool", ["-n", "-j"] + names.map { "-\($0)" } + [url.path])
    guard case .array(let files) = try JSON(text: result.output), case .object(let facts)? = files.first else {
      throw ToolFailure("exiftool: \(result.errorText)")
    }
    return facts.filter { names.contains($0.key) }.compactMapValues { value in
      let text = value.string ?? value.number.map { "\($0)" } ?? ""
      return text.hasPrefix("0000:00:00") || text.isEmpty ? nil : text
    }
  }
}
