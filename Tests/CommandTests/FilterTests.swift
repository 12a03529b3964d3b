import Foundation
import TestSupport
import Testing

@Suite("Filters") struct FilterTests {
  private static let fine = ["--quality", "0.95", "--allow-larger"] + quick

  @Test("each strength takes more noise away, and brings the film nearer to the clean one", arguments: [8, 10])
  func denoise(depth: Int) async throws {
    let noisy = Clip.noisy(deviation: 5.2, depth: depth)
    var likeness: [Double] = []
    var bytes: [Int] = []
    for strength in ["off", "low", "medium", "high"] {
      let job = try await Job.compress(noisy, Self.fine + ["--codec", "hevc", "--denoise", strength])
      let output = try await job.reopened(mayBeLarger: true)
      #expect(try output.film.pixFmt == (depth == 10 ? "yuv420p10le" : "yuv420p"))
      likeness.append(try await output.average(against: .soft(depth: depth)))
      bytes.append(output.bytes)
      if strength != "off" { #expect(job.report["decisions"].mentions("is noisy"), "\(job.report["decisions"])") }
    }
    #expect(likeness == likeness.sorted() && likeness[3] - likeness[0] > 2, "\(likeness)")
    #expect(likeness[1] - likeness[0] > 0.5, "\(likeness)")
    #expect(bytes == bytes.sorted(by: >) && Double(bytes[3]) < 0.7 * Double(bytes[0]), "\(bytes)")
  }

  @Test("the noise that is measured is the noise that was added, within a fifth", arguments: [2.9, 5.2, 9.8], [8, 10])
  func measure(deviation: Double, depth: Int) async throws {
    let result = try await SwageCommand.run(
      [
        "compress", "--dry-run", "--json", "--denoise", "low",
        try await Clip.noisy(deviation: deviation, depth: depth).file.path,
      ])
    let decisions = try JSON(text: result.output)["decisions"].array
    let reason = decisions.first { $0["what"].string == "noise reduction" }?["reason"].string ?? ""
    let measured = Double(reason.split(separator: " ").first { Double($0) != nil } ?? "") ?? .nan
    #expect(abs(measured / deviation - 1) <= 0.2, "\(reason)")
  }

  @Test("a clean film is left as it is, and the report says so", arguments: [8, 10]) func clean(depth: Int) async throws
  {
    let plain = try await Job.compress(.soft(depth: depth), quick + ["--allow-larger"])
    let filtered = try await Job.compress(.soft(depth: depth), quick + ["--allow-larger", "--denoise", "high"])
    #expect(filtered.report["decisions"].mentions("clean as it is"), "\(filtered.report["decisions"])")
    let (a, b) = (try await plain.reopened(mayBeLarger: true), try await filtered.reopened(mayBeLarger: true))
    #expect(try await a.planes(12).luma == (try await b.planes(12).luma))
  }

  @Test("flat contrast reaches black and white", arguments: ["tv", "pc"]) func levels(range: String) async throws {
    let job = try await Job.compress(.flat(range: range), Self.fine + ["--levels", "automatic"])
    let output = try await job.reopened(mayBeLarger: true)
    let (low, high) = try await output.planes(12).extremes()
    let expected = range == "pc" ? (0, 255) : (16, 235)
    #expect(abs(low - expected.0) <= 2 && abs(high - expected.1) <= 2, "\(low) to \(high)")
    #expect(job.report["decisions"].mentions("levels"))
    let kept = try await Job.compress(.flat(range: range), Self.fine).reopened(mayBeLarger: true)
    let before = try await kept.planes(12).extremes()
    #expect(abs(before.low - 60) <= 2 && abs(before.high - 180) <= 2, "\(before)")
  }

  @Test("levels leave high dynamic range, and films that use the range, alone") func levelsKept() async throws {
    for clip in [Clip.hlg, .grey("smpte2084")] {
      let job = try await Job.compress(clip, quick + ["--allow-larger", "--levels", "automatic"])
      _ = try await job.reopened(mayBeLarger: true)
      #expect(job.report["decisions"].mentions("stay as they were graded"))
    }
    let bars = Clip(
      "bars.mp4",
      ffmpeg: [
        "-f", "lavfi", "-i", "gradients=size=320x240:rate=25:c0=black:c1=white:x0=0:y0=0:x1=319:y1=0:nb_colors=2",
      ]
        + ["-frames:v", "25", "-c:v", "libx264", "-crf", "4", "-pix_fmt", "yuv420p"])
    let job = try await Job.compress(bars, quick + ["--allow-larger", "--levels", "automatic"])
    #expect(job.report["decisions"].mentions("already uses the range"), "\(job.report["decisions"])")
  }
}

@Suite("Dynamic range") struct DynamicRangeTests {
  @Test(
    "H.264 of HLG and PQ is eight bits of BT.709 with reference white nearly white",
    arguments: ["arib-std-b67", "smpte2084"], ["mp4", "mov", "mkv"])
  func toneMaps(transfer: String, container: String) async throws {
    let job = try await Job.compress(
      .grey(transfer), ["--codec", "h264", "--quality", "0.9", "--allow-larger"] + quick, to: "out.\(container)")
    let output = try await job.reopened(mayBeLarger: true)
    let film = try output.film
    #expect(film.color == ["bt709", "bt709", "bt709"] && film.pixFmt == "yuv420p" && film.colorRange == "tv")
    #expect(job.report["output"]["video"]["hdr"].string == "sdr")
    #expect(job.report["decisions"].mentions("tone-mapped"))
    let planes = try await output.planes()
    let (bright, dim) = (planes.row(120)[80], planes.row(120)[240])
    // 75 % of HLG is 203 cd/m²; of PQ it is 980. 50 % is 50 and 92.
    let expected = transfer == "smpte2084" ? (225...235, 160...180) : (205...222, 120...145)
    #expect(expected.0.contains(bright) && expected.1.contains(dim), "\(bright), \(dim)")
    #expect(planes.chroma.allSatisfy { abs($0 - 128) <= 2 }, "grey stays grey")
  }

  @Test("preserve refuses what would lose it, and keeps it in HEVC") func preserve() async throws {
    let refused = try await Job.compress(.hlg, ["--codec", "h264", "--color", "preserve"])
    refused.refused(4, naming: "high dynamic range")
    let kept = try await Job.compress(.hlg, ["--color", "preserve"] + quick)
    #expect(try await kept.reopened().film.color == ["bt2020", "arib-std-b67", "bt2020nc"])
  }

  @Test("eight bits refuse high dynamic range that was asked for", arguments: ["hlg", "pq"])
  func eightBits(policy: String) async throws {
    let refused = try await Job.compress(.hlg, ["--codec", "h264", "--color", policy])
    refused.refused(4, naming: "8 bits")
    let kept = try await Job.compress(.plain, ["--color", policy] + quick)
    #expect(try await kept.reopened().film.pixFmt == "yuv420p")
    #expect(kept.report["decisions"].mentions("has the standard range"))
  }

  @Test("what is done before and behind the conversion is done, and frames keep their times")
  func surrounded() async throws {
    let options = ["--codec", "h264", "--color", "sdr", "--size", "200x200", "--denoise", "low"] + quick
    let job = try await Job.compress(.hlg, options + ["--allow-larger"])
    let output = try await job.reopened(mayBeLarger: true)
    let source = try await job.sourceFacts()
    let film = try output.film
    #expect(film.color == ["bt709", "bt709", "bt709"] && film.width == 200 && film.height == 200)
    let times = try await output.packets(of: film).compactMap(\.time).sorted()
    let expected = try await source.packets(of: try source.film).compactMap(\.time).sorted()
    #expect(times.count == expected.count && zip(times, expected).allSatisfy { near($0, $1, 0.002) })
    // Bars above and below.
    let planes = try await output.planes()
    #expect(planes.row(0).allSatisfy { abs($0 - 16) <= 1 } && planes.row(100).contains { $0 > 40 })
  }

  @Test("sdr makes eight bits of BT.709 in HEVC, too") func standard() async throws {
    let film = try await Job.compress(.hlg, ["--color", "sdr", "--codec", "hevc"] + quick).reopened().film
    #expect(film.codecName == "hevc" && film.pixFmt == "yuv420p" && film.color == ["bt709", "bt709", "bt709"])
    let job = try await Job.compress(.plain, ["--color", "sdr"] + quick)
    _ = try await job.reopened()
    #expect(job.report["decisions"].mentions("already has the standard range"))
  }
}

@Suite("Content") struct ContentTests {
  private func keyframes(_ output: ReopenedOutput) async throws -> [Int] {
    let packets = try await output.packets(of: try output.film).sorted { ($0.time ?? 0) < ($1.time ?? 0) }
    return packets.indices.filter { packets[$0].isKey }
  }

  @Test("much motion gets keyframes every two seconds, in the file too", arguments: ["h264", "hevc"])
  func motion(codec: String) async throws {
    let options = ["--codec", codec, "--allow-larger"] + quick
    let job = try await Job.compress(.rush, options + ["--content", "analyze"])
    let keys = try await keyframes(try await job.reopened(mayBeLarger: true))
    #expect(job.report["decisions"].mentions("much motion"), "\(job.report["decisions"])")
    #expect(zip(keys, keys.dropFirst() + [150]).allSatisfy { $1 - $0 <= 50 }, "\(keys)")
    let asked = try await Job.compress(.rush, options + ["--content", "analyze", "--keyframe-interval", "20"])
    let near = try await keyframes(try await asked.reopened(mayBeLarger: true))
    #expect(zip(near, near.dropFirst() + [150]).allSatisfy { $1 - $0 <= 20 }, "\(near)")
  }

  @Test("a screen is told from a camera at any size", arguments: ["320x240", "640x480", "1280x720", "1366x768"])
  func screen(size: String) async throws {
    let result = try await SwageCommand.run(
      [
        "compress", "--dry-run", "--json", "--content", "analyze",
        try await Clip.terminal(size, frames: 30).file.path,
      ])
    let plan = try JSON(text: result.output)
    #expect(plan["decisions"].mentions("recording of a screen"), "\(plan["decisions"])")
    #expect(plan["video"]["tuning"].string == "screen")
    #expect(plan["video"]["keyframeInterval"].int == 500)
    #expect(plan["attempts"][0]["quality"].number == 0.78)
  }

  @Test(
    "soft and noisy moving pictures are no screens", arguments: [Clip.soft(), .noisy(deviation: 5.2), .rush, .noise])
  func camera(clip: Clip) async throws {
    let result = try await SwageCommand.run(
      ["compress", "--dry-run", "--json", "--content", "analyze", try await clip.file.path])
    let plan = try JSON(text: result.output)
    #expect(!plan["decisions"].mentions("recording of a screen"), "\(plan["decisions"])")
    #expect(plan["video"]["tuning"].string == "standard")
  }

  @Test("letters are sharper at the same size when the encoder knows that they are", arguments: ["h264", "hevc"])
  func sharper(codec: String) async throws {
    let clip = Clip.terminal("640x480")
    var points: [(size: Double, likeness: Double)] = []
    for (content, quality) in [("analyze", "0.6"), ("ignore", "0.5"), ("ignore", "0.7")] {
      let output = try await Job.compress(
        clip, ["--codec", codec, "--allow-larger", "--content", content, "--quality", quality]
      ).reopened(mayBeLarger: true)
      points.append((log(Double(output.bytes)), try await output.average(against: clip)))
    }
    // What the untuned encoder reaches at the tuned one's size.
    let slope = (points[2].likeness - points[1].likeness) / (points[2].size - points[1].size)
    let plain = points[1].likeness + slope * (points[0].size - points[1].size)
    #expect(points[0].likeness > plain + (codec == "hevc" ? 2 : 0.3), "\(points)")
  }
}
