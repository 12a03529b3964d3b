import Foundation
import TestSupport
import Testing

@Suite("The report") struct ReportTests {
  static let top: Set = [
    "schema", "outcome", "source", "output", "backend", "encoder", "device", "attempts", "decisions", "streams",
    "analytics", "verification", "warnings", "error",
  ]
  static let file: Set = ["path", "bytes", "duration", "video", "audio"]
  static let video: Set = [
    "codec", "width", "height", "displayWidth", "displayHeight", "rotation", "frames", "frameRate",
    "variableFrameRate", "pixelFormat", "color", "hdr",
  ]
  static let analytics: Set = [
    "originalFileSize", "compressedFileSize", "compressionRatio", "processingTime", "originalDimensions",
    "compressedDimensions", "originalVideoBitrate", "compressedVideoBitrate", "originalAudioBitrate",
    "compressedAudioBitrate", "framesDecoded", "framesEncoded", "framesPerSecond", "peakMemory",
  ]

  @Test("the JSON object has every documented key, and its figures are those of the files") func keys() async throws {
    let job = try await Job.compress(.plain, quick)
    let output = try await job.reopened()
    let report = job.report
    #expect(report.keys.isSuperset(of: Self.top), "missing: \(Self.top.subtracting(report.keys))")
    #expect(report["schema"].string == "swage.report/1")
    for side in ["source", "output"] {
      let file = report[side]
      #expect(file.keys.isSuperset(of: Self.file), "\(side) lacks \(Self.file.subtracting(file.keys))")
      let video = file["video"]
      #expect(video.keys.isSuperset(of: Self.video), "\(side) lacks \(Self.video.subtracting(video.keys))")
      #expect(video["color"].keys.isSuperset(of: ["primaries", "transfer", "matrix", "range"]))
      #expect(near(file["duration"].number ?? .nan, 2))
      #expect(video["frames"].int == 60 && video["rotation"].int == 0 && video["hdr"].string == "sdr")
      #expect(file["audio"][0]["channels"].int == 1)
    }
    #expect(report["backend"].string == "software" && report["encoder"].string == "libx265" && report["device"].isNull)
    let attempt = report["attempts"][0]
    #expect(attempt.keys.isSuperset(of: ["backend", "encoder", "device", "result", "reason"]))
    #expect(attempt["result"].string == "succeeded")
    let verification = report["verification"]
    #expect(verification["level"].string == "structure" && verification["passed"].bool == true)
    #expect(!verification["checks"].array.isEmpty)
    for check in verification["checks"].array {
      #expect(check.keys.isSuperset(of: ["name", "expected", "found", "passed"]))
    }
    let figures = report["analytics"]
    #expect(figures.keys.isSuperset(of: Self.analytics), "missing: \(Self.analytics.subtracting(figures.keys))")
    let before = try Data(contentsOf: job.source).count
    #expect(figures["originalFileSize"].int == before && figures["compressedFileSize"].int == output.bytes)
    #expect(abs((figures["compressionRatio"].number ?? 0) - Double(before) / Double(output.bytes)) < 0.01)
    #expect(figures["framesDecoded"].int == 60 && figures["framesEncoded"].int == 60)
    #expect(
      (figures["processingTime"].number ?? -1) > 0 && (figures["processingTime"].number ?? 99) < job.result.seconds)
    #expect((figures["peakMemory"].number ?? 0) > 1e6)
    let bits = try await output.packets(of: try output.film).reduce(0) { $0 + $1.size } * 8
    let told = figures["compressedVideoBitrate"].number ?? 0
    #expect(abs(told - Double(bits) / 2) <= told * 0.05, "told \(told), measured \(bits / 2)")
  }

  @Test("a failure prints the same object with the error in it") func failure() async throws {
    let job = try await Job.compress(.cutOff)
    #expect(job.report.keys.isSuperset(of: Self.top), "missing: \(Self.top.subtracting(job.report.keys))")
    #expect(job.report["error"].keys.isSuperset(of: ["code", "message", "stage"]))
    #expect(job.report["output"].isNull)
  }

  @Test("standard output holds one line and nothing else") func oneLine() async throws {
    let job = try await Job.compress(.plain, quick + ["--progress", "lines"])
    #expect(job.result.text.hasSuffix("}\n") && job.result.text.hasPrefix("{"))
  }

  @Test("--verify full decodes everything and says so") func full() async throws {
    let job = try await Job.compress(.plain, ["--verify", "full"] + quick)
    _ = try await job.reopened()
    #expect(job.report["verification"]["level"].string == "full")
  }

  @Test("progress as JSON begins with 0, never falls, and ends with 1 after publishing") func progress() async throws {
    let job = try await Job.compress(.plain, ["--progress", "json"])
    _ = try await job.reopened()
    let lines = try job.result.errorText.split(separator: "\n").map { try JSON(text: Data($0.utf8)) }
    let fractions = lines.compactMap { $0["fraction"].number }
    #expect(fractions.count == lines.count && fractions.count >= 3)
    #expect(fractions.first == 0 && fractions.last == 1)
    #expect(fractions == fractions.sorted() && fractions.filter { $0 == 1 }.count == 1)
    let phases = lines.compactMap { $0["phase"].string }
    let order = ["probing", "encoding", "verifying", "publishing", "finished"]
    let positions = phases.compactMap { order.firstIndex(of: $0) }
    #expect(positions.count == lines.count && positions == positions.sorted(), "\(phases)")
    #expect(phases.first == "probing" && phases.last == "finished")
  }

  @Test("progress of a failed job never says 1") func failedProgress() async throws {
    let job = try await Job.compress(.cutOff, ["--progress", "json"])
    let fractions = job.result.errorText.split(separator: "\n")
      .compactMap { try? JSON(text: Data($0.utf8))["fraction"].number }
    #expect(!fractions.contains(1))
  }

  @Test("--progress none says nothing") func noProgress() async throws {
    let job = try await Job.compress(.plain, ["--progress", "none"] + quick)
    #expect(job.result.errorText == "")
  }
}
