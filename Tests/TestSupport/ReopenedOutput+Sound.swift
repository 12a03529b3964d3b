import Foundation

/// Decoded sound, as tests listen to it: samples of 48 kHz, whose times count from the film's first frame.
public struct DecodedSound: Sendable {
  /// Samples a second.
  public static let rate = 48_000.0
  /// The samples of each channel.
  public let channels: [[Float]]
  /// When the first sample is heard, in seconds.
  public let start: Double

  /// Seconds from the first to the last sample.
  public var duration: Double { Double(channels.first?.count ?? 0) / Self.rate }

  private func samples(of channel: Int, in range: ClosedRange<Double>) -> ArraySlice<Float> {
    let samples = channels[channel]
    let from = Int(((range.lowerBound - start) * Self.rate).rounded())
    let to = Int(((range.upperBound - start) * Self.rate).rounded())
    return samples[min(max(from, 0), samples.count)..<min(max(to, 0), samples.count)]
  }

  /// When a channel is first louder than a tenth of what samples can hold; `nan` when it never is.
  public func onset(of channel: Int, after time: Double = 0) -> Double {
    let samples = channels[channel]
    let first = min(max(Int((time - start) * Self.rate), 0), samples.count)
    guard let index = samples[first...].firstIndex(where: { abs($0) > 0.1 }) else { return .nan }
    return start + Double(index) / Self.rate
  }

  /// The amplitude of a tone in a stretch of a channel (Goertzel's algorithm).
  public func amplitude(of hertz: Double, in range: ClosedRange<Double>, channel: Int = 0) -> Double {
    let samples = samples(of: channel, in: range)
    guard !samples.isEmpty else { return 0 }
    let turn = 2 * Double.pi * hertz / Self.rate
    let factor = 2 * cos(turn)
    var (last, beforeLast) = (0.0, 0.0)
    for sample in samples { (last, beforeLast) = (Double(sample) + factor * last - beforeLast, last) }
    return 2 * max(0, last * last + beforeLast * beforeLast - factor * last * beforeLast).squareRoot()
      / Double(samples.count)
  }

  /// The level of a stretch of a channel in decibels below the root mean square of a full sine.
  public func level(in range: ClosedRange<Double>, channel: Int = 0) -> Double {
    let samples = samples(of: channel, in: range)
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    return 10 * log10(power * 2)
  }

  /// The largest sample of all.
  public var peak: Double { channels.flatMap { $0 }.reduce(0) { max($0, Double(abs($1))) } }
}

/// Two levels as decibels apart.
public func decibels(_ a: Double, over b: Double) -> Double { 20 * log10(a / b) }

extension ReopenedOutput {
  /// Decodes a sound track.
  ///
  /// - Parameter number: Its place among the sound tracks, from 0.
  public func sound(_ number: Int = 0) async throws -> DecodedSound {
    guard sounds.indices.contains(number) else { throw ToolFailure("\(url.lastPathComponent) has no sound \(number)") }
    let stream = sounds[number]
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-copyts", "-i", "file:\(url.path)", "-map", "0:\(stream.index)", "-af",
        "aresample=48000,aformat=sample_fmts=flt", "-f", "f32le", "-",
      ])
    let details = try await run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "\(stream.index)", "-show_entries", "frame=best_effort_timestamp_time", "-of",
        "csv=p=0", "-read_intervals", "%+#40", "-i", "file:\(url.path)",
      ])
    let first = details.text.split(separator: "\n").first.flatMap { Double($0.prefix { $0 != "," }) } ?? 0
    let film = try await frameTimes().first.flatMap { $0 } ?? 0
    let all = result.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let count = max(stream.channels ?? 1, 1)
    let channels = (0..<count).map { channel in
      stride(from: channel, to: all.count / count * count, by: count).map { all[$0] }
    }
    return DecodedSound(channels: channels, start: first - film)
  }
}
