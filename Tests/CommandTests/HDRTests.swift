import Foundation
import TestSupport
import Testing

@Suite("High dynamic range by the processor") struct HDRTests {
  @Test(
    "C02: what is said of the whole film is value-equal, and none is invented", arguments: HDRJob.clips, HDRJob.names)
  func fixed(clip: HDRJob.Kind, name: String) async throws {
    let job = try await Job.compress(clip.clip, quick, to: name)
    #expect(try await HDRJob.faults(of: job) == [])
  }

  @Test("each frame's HDR10+ goes with its picture", arguments: HDRJob.times, HDRJob.names)
  func hdr10Plus(options: [String], name: String) async throws {
    let job = try await Job.compress(.numberedHDR10Plus, options + settled, to: name)
    let output = try await job.reopened(mayBeLarger: true)
    let shown = try await output.frameNumbers()
    #expect(try await output.numbersInMetadata() == shown)
    #expect(job.report["hdr"]["hdr10PlusFrames"].int == shown.count)
    #expect(job.report["hdr"]["output"].string == "hdr10+")
    #expect(try await HDRJob.faults(of: job) == [])
  }

  @Test(
    "real films keep what they say, and an independent reader names the same systems",
    .needsCorpus("dovi_regular.mkv"), .needsTool("mediainfo"), arguments: HDRJob.films, HDRJob.names)
  func films(film: String, name: String) async throws {
    let job = try await Job.compress(Corpus.file(film), quick, to: name)
    #expect(try await HDRJob.faults(of: job) == [])
    #expect(try await HDRJob.frameFaults(of: job) == [])
    let (before, after) = (try await HDRJob.systems(of: job.source), try await HDRJob.systems(of: job.output))
    // A container that says it, too, makes the reader name a system that it otherwise finds within another.
    #expect(after.subtracting(["SMPTE ST 2086"]) == before.subtracting(["SMPTE ST 2086"]))
    #expect(after.isSuperset(of: before))
  }

  @Test(
    "frames of real films keep their metadata through cuts, drops and speed", .needsCorpus("dovi_regular.mkv"),
    arguments: ["dovi_regular.mkv", "hdr10plus_regular.mkv"], HDRJob.changes)
  func changes(film: String, change: HDRJob.Change) async throws {
    let job = try await Job.compress(Corpus.file(film), change.options + quick, to: "out.mkv")
    #expect(try await HDRJob.frameFaults(of: job, change: change) == [])
  }

  @Test("units of Dolby Vision of a stream without a record are carried, and get a record", arguments: HDRJob.times)
  func dolbyVision(options: [String]) async throws {
    let job = try await Job.compress(.numberedDolbyVision, options + settled)
    let output = try await job.reopened(mayBeLarger: true)
    let units = try await job.sourceFacts().unitDigests(ofType: 62)
    #expect(units.count == 48 && Set(units).count == 48)
    #expect(try await output.unitDigests(ofType: 62) == output.frameNumbers().map { units[$0] })
    #expect(job.report["output"]["video"]["hdr"].string == "dolbyVision")
    let record = try await run("ffprobe", ["-v", "error", "-show_streams", "file:\(job.output.path)"])
    #expect(String(decoding: record.output, as: UTF8.self).contains("dv_profile=8"))
  }
}
