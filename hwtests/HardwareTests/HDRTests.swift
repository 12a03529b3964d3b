import Foundation
import TestSupport
import Testing

@Suite("High dynamic range by devices", .needsSimulator) struct HDRTests {
  @Test(
    "C02: what is said of the whole film is value-equal, and none is invented", arguments: Unit.allCases,
    HDRJob.clips)
  func fixed(unit: Unit, clip: HDRJob.Kind) async throws {
    for name in HDRJob.names {
      let job = try await Machine.with(unit).compress(clip.clip, settled, to: name)
      #expect(job.report["backend"].string == unit.rawValue)
      #expect(try await HDRJob.faults(of: job) == [], "\(name)")
    }
  }

  @Test("each frame's HDR10+ goes with its picture", arguments: TimeTests.Place.all, HDRJob.times)
  func hdr10Plus(place: TimeTests.Place, options: [String]) async throws {
    for name in HDRJob.names {
      let job = try await place.machine.compress(.numberedHDR10Plus, options + settled, to: name)
      let output = try await job.reopened(mayBeLarger: true)
      #expect(job.report["backend"].string == place.unit.rawValue)
      let shown = try await output.frameNumbers()
      #expect(try await output.numbersInMetadata() == shown, "\(name)")
      #expect(try await HDRJob.faults(of: job) == [], "\(name)")
    }
  }

  @Test("real films keep what they say", .needsCorpus("dovi_regular.mkv"), arguments: Unit.allCases, HDRJob.films)
  func films(unit: Unit, film: String) async throws {
    for name in HDRJob.names {
      let job = try await Machine.with(unit).compress(Corpus.file(film), settled, to: name)
      #expect(job.report["backend"].string == unit.rawValue)
      #expect(try await HDRJob.faults(of: job) == [], "\(name)")
      #expect(try await HDRJob.frameFaults(of: job) == [], "\(name)")
    }
  }

  @Test(
    "frames of real films keep their metadata through cuts, drops and speed", .needsCorpus("dovi_regular.mkv"),
    arguments: Unit.allCases, HDRJob.changes)
  func changes(unit: Unit, change: HDRJob.Change) async throws {
    for film in ["dovi_regular.mkv", "hdr10plus_regular.mkv"] {
      let job = try await Machine.with(unit).compress(Corpus.file(film), change.options + settled)
      #expect(job.report["backend"].string == unit.rawValue)
      #expect(try await HDRJob.frameFaults(of: job, change: change) == [], "\(film)")
    }
  }

  @Test("a device that tone-maps brings HDR10 to the standard range", arguments: [[], ["--long-side", "200"]])
  func toneMapping(options: [String]) async throws {
    let machine = Machine.vaapi("decode=h264,hevc;scale=1;tone-map=1")
    let options = options + ["--codec", "h264"] + settled
    let job = try await machine.compress(.hdr10, options)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(job.report["backend"].string == "vaapi")
    #expect(job.report["decisions"].mentions("the curve is its driver's own"))
    #expect(!job.report["warnings"].mentions("didn't decode"))
    #expect(try output.film.color == ["bt709", "bt709", "bt709"])
    #expect(try output.film.pixFmt == "yuv420p")
    #expect(try await output.hdrFacts().display == [:])
    // The simulator's curve isn't ours, but shows the same picture.
    let own = try await Machine.bare.compress(.hdr10, options).reopened(mayBeLarger: true)
    #expect(try await output.similarity(to: own) >= 18)
  }

  @Test("tone-mapping that fails on the device is done by the processor", arguments: [1, 10])
  func failingToneMapping(frame: Int) async throws {
    let machine = Machine.vaapi("decode=h264,hevc;scale=1;tone-map=1")
    let fault = "ProcessEndPicture@frame\(frame):HW_BUSY"
    let job = try await machine.compress(.hdr10, ["--codec", "h264"] + settled, faults: [fault])
    let output = try await job.reopened(mayBeLarger: true)
    let own = try await Machine.bare.compress(.hdr10, ["--codec", "h264"] + settled).reopened(mayBeLarger: true)
    #expect(try await output.frameTimes().count == 24)
    #expect(try await output.similarity(to: own) >= 30)
  }
}
