import Foundation
import Testing

/// Jobs on films of high dynamic range, and what must hold of them on every backend.
public enum HDRJob {
  /// A kind of film.
  public struct Kind: Sendable, CustomTestStringConvertible {
    public let clip: Clip
    public var testDescription: String { clip.name }
  }
  /// Films that say something of all their frames, or nothing.
  public static let clips = [Clip.hdr10, .pqWithoutValues, .hlg, .hdr10InSDRContainer].map(Kind.init)
  /// Names of results, one of each container.
  public static let names = ["out.mp4", "out.mkv"]
  /// Options that choose frames.
  public static let times = [[], ["--trim", "0.4..1.6"], ["--max-fps", "10"], ["--speed", "2"], ["--fps", "30"]]
  /// Real films, by name.
  public static let films = [
    "hlg10-color-test.mp4", "test-spatial-audio.mov", "hdr10plus_regular.mkv", "dovi_regular.mkv", "ToS-s05.h265",
    "sample_with_colr_mdcv_and_clli.mp4", "hdr10-video-with-sdr-container.mp4",
  ]
  /// Options that choose frames, and how they place those of the source.
  public struct Change: Sendable, CustomTestStringConvertible {
    public let options: [String]
    /// When a time of the result was in the source.
    let source: @Sendable (Double) -> Double
    public var testDescription: String { options.joined(separator: " ") }
  }
  public static let changes = [
    Change(options: ["--trim", "2..4"]) { $0 + 2 }, Change(options: ["--max-fps", "10"]) { $0 },
    Change(options: ["--speed", "2"]) { $0 * 2 },
  ]

  /// What is wrong with what the result says of all its frames; empty when nothing is.
  public static func faults(of job: Job) async throws -> [String] {
    guard job.result.status == .exited(0) else { return ["the job failed: \(job.complaint)"] }
    let (source, output) = (try await job.sourceFacts(), try await ReopenedOutput(job.output))
    let (before, after) = (try await source.hdrFacts(), try await output.hdrFacts())
    var faults: [String] = []
    if before.color != after.color { faults.append("color \(after.color), expected \(before.color)") }
    if after.pixelFormat != "yuv420p10le" { faults.append("laid out as \(after.pixelFormat)") }
    if before.display != after.display { faults.append("display \(after.display), expected \(before.display)") }
    if before.light != after.light { faults.append("light \(after.light), expected \(before.light)") }
    return faults
  }

  /// What is wrong with what frames say of themselves; empty when nothing is.
  public static func frameFaults(of job: Job, change: Change? = nil) async throws -> [String] {
    guard job.result.status == .exited(0) else { return ["the job failed: \(job.complaint)"] }
    let (source, output) = (try await job.sourceFacts(), try await ReopenedOutput(job.output))
    let (before, after) = (try await source.frameMetadata(), try await output.frameMetadata())
    var faults: [String] = []
    guard let change else {
      if before.map(\.text) != after.map(\.text) {
        faults.append("frames' metadata differs: \(before.count) before, \(after.count) after")
      }
      if try source.film.codecName == "hevc" {
        let (units, found) = (try await source.unitDigests(ofType: 62), try await output.unitDigests(ofType: 62))
        if units != found { faults.append("\(found.count) units of Dolby Vision aren't the \(units.count) before") }
      }
      return faults
    }
    if after.count < 10 { faults.append("only \(after.count) frames have metadata") }
    if try await output.frameTimes().count != after.count { faults.append("some frames have none") }
    for frame in after {
      let time = change.source(frame.time)
      // The nearest frame of the source; at an equal distance, both may be meant.
      let nearest = before.map { abs($0.time - time) }.min() ?? .infinity
      let candidates = before.filter { abs($0.time - time) < nearest + 0.002 }
      if nearest > 0.03 || !candidates.contains(where: { $0.text == frame.text }) {
        faults.append("the frame at \(frame.time) s has another frame's metadata")
      }
    }
    return faults
  }

  /// The systems that mediainfo finds in a file, with what it knows of each.
  public static func systems(of file: URL) async throws -> Set<String> {
    let fields = "%HDR_Format%|%HDR_Format_Profile%|%HDR_Format_Level%|%HDR_Format_Settings%"
    let result = try await run("mediainfo", ["--Inform=Video;\(fields)", file.path])
    let words = String(decoding: result.output, as: UTF8.self).split(separator: "|").flatMap { field in
      field.split(separator: "/").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
    return Set(words.filter { !$0.isEmpty })
  }
}
