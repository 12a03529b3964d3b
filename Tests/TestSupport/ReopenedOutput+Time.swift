import Foundation

extension ReopenedOutput {
  /// The numbers that the frames of a ``Clip/numbered(rate:count:options:ending:)`` show, in order of presentation.
  public func frameNumbers() async throws -> [Int] {
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-map", "0:\(try film.index)", "-vsync", "passthrough", "-vf",
        "format=gray,scale=8:1:flags=area", "-f", "rawvideo", "-",
      ])
    let bytes = Array(result.output)
    return stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      (0..<8).reduce(0) { $0 | (bytes[start + $1] > 127 ? 1 << $1 : 0) }
    }
  }

  /// The main frequency of a sound track between two times, by counting the waves of a tone.
  public func frequency(from start: Double, to end: Double) async throws -> Double {
    let rate = 48_000.0
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-vn", "-af", "atrim=\(start):\(end)", "-ac", "1", "-ar", "48000",
        "-f",
        "f32le", "-",
      ])
    let samples = result.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    guard samples.count > 1 else { return .nan }
    let waves = (1..<samples.count).filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    guard let first = waves.first, let last = waves.last, last > first else { return .nan }
    return Double(waves.count - 1) * rate / Double(last - first)
  }

  /// The times at which white frames begin, in seconds.
  public func flashTimes() async throws -> [Double] {
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-vf",
        "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-", "-an", "-f", "null", "-",
      ])
    var times: [Double] = []
    var (time, isWhite) = (Double.nan, false)
    for line in result.text.split(separator: "\n") {
      if let found = line.range(of: "pts_time:") {
        time = Double(line[found.upperBound...].prefix { !$0.isWhitespace }) ?? .nan
      } else if let found = line.range(of: "YAVG="), let level = Double(line[found.upperBound...]) {
        if level > 200, !isWhite { times.append(time) }
        isWhite = level > 200
      }
    }
    return times
  }

  /// The times at which sounds end a silence of half a second, in seconds.
  public func beepTimes() async throws -> [Double] {
    let result = try await run(
      "ffmpeg",
      [
        "-hide_banner", "-nostats", "-i", "file:\(url.path)", "-af", "silencedetect=n=-30dB:d=0.5", "-vn", "-f",
        "null", "-",
      ])
    let times = result.errorText.components(separatedBy: "silence_end: ").dropFirst().compactMap { text in
      Double(text.prefix { !$0.isWhitespace })
    }
    // The silence at the end of the file ends with it, too.
    return times.filter { $0 < duration - 0.1 }
  }

  /// The times of a subtitle track's lines, in seconds: begin and end by turns.
  public func subtitleTimes() async throws -> [Double] {
    guard let track = streams("subtitle").first else { return [] }
    return try await subtitleText(of: track).split(separator: "\n").filter { $0.contains("-->") }.flatMap { line in
      line.split(separator: " ").filter { $0.contains(":") }.map { word in
        word.replacingOccurrences(of: ",", with: ".").split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
      }
    }
  }
}
