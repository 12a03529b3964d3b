import Foundation

/// What a file says of its colors and of high dynamic range, as ffprobe tells it of the first frame.
public struct HDRFacts: Sendable, Equatable {
  /// Primaries, transfer, matrix, range, and where chroma lies.
  public var color: [String: String] = [:]
  /// The layout of samples.
  public var pixelFormat = ""
  /// Mastering display: chromaticities in steps of 0.00002, luminance in steps of 0.0001 cd/m²; empty when there is none.
  public var display: [String: Int] = [:]
  /// Content light level in cd/m²; empty when there is none.
  public var light: [String: Int] = [:]
}

extension ReopenedOutput {
  /// What the first frame says, and where it says nothing, the container.
  public func hdrFacts() async throws -> HDRFacts {
    let frame = try await probedFrames(["-read_intervals", "%+#1"]).first ?? [:]
    var facts = HDRFacts()
    let fields = ["color_primaries", "color_transfer", "color_space", "color_range"]
    for name in fields { facts.color[name] = frame[name] as? String ?? "unknown" }
    // 4:2:0 without a word lies on the left (ITU-T H.265, E.3.1).
    let location = frame["chroma_location"] as? String ?? "left"
    facts.color["chroma_location"] = location == "unspecified" ? "left" : location
    facts.pixelFormat = frame["pix_fmt"] as? String ?? ""
    // What only the container says counts, too.
    let own = frame["side_data_list"] as? [[String: Any]] ?? []
    for data in (try await streamSideData()) + own {
      switch data["side_data_type"] as? String {
      case "Mastering display metadata":
        for (name, value) in data where name.hasSuffix("_x") || name.hasSuffix("_y") {
          facts.display[name] = Self.steps(value, 50_000)
        }
        for name in ["min_luminance", "max_luminance"] {
          facts.display[name] = data[name].map { Self.steps($0, 10_000) }
        }
      case "Content light level metadata":
        for name in ["max_content", "max_average"] { facts.light[name] = data[name] as? Int }
      default: break
      }
    }
    return facts
  }

  /// The dynamic metadata of each frame that has any, in order of presentation, as ffprobe understands it.
  public func frameMetadata() async throws -> [(time: Double, text: String)] {
    try await probedFrames([]).compactMap { frame in
      let data = (frame["side_data_list"] as? [[String: Any]] ?? []).filter {
        let type = $0["side_data_type"] as? String ?? ""
        return type.contains("2094-40") || type.contains("Dolby Vision Metadata")
      }
      guard !data.isEmpty else { return nil }
      let text = try String(
        decoding: JSONSerialization.data(withJSONObject: data, options: [.sortedKeys]), as: UTF8.self)
      let time = (frame["best_effort_timestamp_time"] as? String).flatMap(Double.init) ?? 0
      return (time, text)
    }
  }

  /// The numbers that frames of ``Clip/numberedHDR10Plus`` tell in their metadata, in order of presentation.
  public func numbersInMetadata() async throws -> [Int] {
    try await frameMetadata().map { frame in
      // A fraction of 100 000.
      guard let range = frame.text.range(of: #""average_maxrgb":"[0-9]+"#, options: .regularExpression) else {
        return -1
      }
      return Int(frame.text[range].split(separator: "\"").last ?? "") ?? -1
    }
  }

  /// Digests of the NAL units of a type in order of presentation, as FFmpeg's bitstream filter sees them: 62 are those of
  /// Dolby Vision.
  public func unitDigests(ofType type: Int) async throws -> [String] {
    let filter = "hevc_mp4toannexb,filter_units=pass_types=\(type)"
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-map", "0:\(try film.index)", "-c", "copy", "-bsf:v", filter, "-f",
        "framemd5", "-",
      ])
    let lines = result.output.isEmpty ? [] : String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    let fields = lines.filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return fields.filter { $0.count > 5 && $0[4] != "0" }.sorted { (Int($0[2]) ?? 0) < (Int($1[2]) ?? 0) }.map { $0[5] }
  }

  private func streamSideData() async throws -> [[String: Any]] {
    let result = try await run(
      "ffprobe",
      ["-v", "error", "-select_streams", "\(try film.index)", "-show_streams", "-of", "json", "file:\(url.path)"])
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    return (object?["streams"] as? [[String: Any]])?.first?["side_data_list"] as? [[String: Any]] ?? []
  }

  private func probedFrames(_ options: [String]) async throws -> [[String: Any]] {
    let result = try await run(
      "ffprobe",
      ["-v", "error"] + options + [
        "-select_streams", "\(try film.index)", "-show_frames", "-of", "json", "file:\(url.path)",
      ])
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    return object?["frames"] as? [[String: Any]] ?? []
  }

  private static func steps(_ value: Any, _ perUnit: Double) -> Int {
    let parts = ("\(value)").split(separator: "/").compactMap { Double($0) }
    guard parts.count == 2, parts[1] != 0 else { return -1 }
    return Int((parts[0] / parts[1] * perUnit).rounded())
  }
}
