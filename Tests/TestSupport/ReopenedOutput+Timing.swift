import Foundation

extension ReopenedOutput {
  private struct Frames: Decodable {
    struct Frame: Decodable { let bestEffortTimestampTime: String? }
    let frames: [Frame]
  }

  private struct Packets: Decodable {
    struct Packet: Decodable {
      let ptsTime: String?
      let durationTime: String?
      let size: String?
      let flags: String?
    }
    let packets: [Packet]
  }

  /// A packet of a stream.
  public struct Packet: Sendable {
    /// The presentation time in seconds; `nil` when it has none.
    public let time: Double?
    /// How long it is presented, in seconds.
    public let duration: Double
    /// Bytes.
    public let size: Int
    /// Whether decoding can begin here.
    public let isKey: Bool
    /// Whether an edit list hides it.
    public let isHidden: Bool
  }

  /// The times of the film's frames in the order of presentation, decoded, in seconds.
  ///
  /// Frames that an edit list hides aren't among them. A frame without a time has `nil`.
  public func frameTimes(of stream: ProbedStream? = nil) async throws -> [Double?] {
    let answer: Frames = try await Self.probe(
      url,
      [
        "-select_streams", "\(try stream?.index ?? film.index)", "-show_frames", "-show_entries",
        "frame=best_effort_timestamp_time",
      ])
    return answer.frames.map { $0.bestEffortTimestampTime.flatMap(Double.init) }
  }

  /// The packets of a stream in the order of the file.
  public func packets(of stream: ProbedStream) async throws -> [Packet] {
    let answer: Packets = try await Self.probe(
      url,
      [
        "-select_streams", "\(stream.index)", "-show_packets", "-show_entries",
        "packet=pts_time,duration_time,size,flags",
      ])
    return answer.packets.map {
      Packet(
        time: $0.ptsTime.flatMap(Double.init), duration: $0.durationTime.flatMap(Double.init) ?? 0,
        size: $0.size.flatMap { Int($0) } ?? 0, isKey: $0.flags?.hasPrefix("K") ?? false,
        isHidden: $0.flags?.contains("D") ?? false)
    }
  }

  /// The first and the last moment of a stream by its packets, in seconds.
  public func span(of stream: ProbedStream) async throws -> ClosedRange<Double> {
    let packets = try await packets(of: stream).filter { !$0.isHidden }
    let starts = packets.compactMap(\.time)
    guard let first = starts.min() else { throw ToolFailure("stream \(stream.index) has no times") }
    let last = packets.compactMap { packet in packet.time.map { $0 + packet.duration } }.max() ?? first
    return first...max(first, last)
  }

  /// The time of the first frame that is white, in seconds (case C03's measure).
  public func flashTime() async throws -> Double {
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-vf",
        "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-", "-an", "-f", "null", "-",
      ])
    var time = Double.nan
    for line in result.text.split(separator: "\n") {
      if let found = line.range(of: "pts_time:") {
        time = Double(line[found.upperBound...].prefix { !$0.isWhitespace }) ?? .nan
      } else if let found = line.range(of: "YAVG="), let level = Double(line[found.upperBound...]), level > 200 {
        return time
      }
    }
    return .nan
  }

  /// The time of the first sound after silence, in seconds (case C03's measure).
  public func beepTime() async throws -> Double {
    let result = try await run(
      "ffmpeg",
      [
        "-hide_banner", "-nostats", "-i", "file:\(url.path)", "-af", "silencedetect=n=-30dB:d=0.5", "-vn", "-f",
        "null", "-",
      ])
    guard let found = result.errorText.range(of: "silence_end: ") else { return .nan }
    return Double(result.errorText[found.upperBound...].prefix { !$0.isWhitespace }) ?? .nan
  }
}
