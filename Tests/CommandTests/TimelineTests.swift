import Foundation
import TestSupport
import Testing

@Suite("The timeline") struct TimelineTests {
  @Test(
    "timelines that don't begin at 0 come out as the same presentation",
    arguments: ["hidden start", "late start", "late sound"], ["out.mp4", "out.mkv", "out.mov"])
  func starts(kind: String, name: String) async throws {
    let clips: [String: Clip] = [
      "hidden start": .hiddenStart, "late start": .lateStart, "late sound": .lateSound,
    ]
    let job = try await Job.compress(clips[kind] ?? .plain, quick, to: name)
    let output = try await job.faithful()
    // Whatever the source's clock says, the result begins at 0.
    let first = try await output.frameTimes().first.flatMap { $0 }
    #expect(near(first ?? .nan, 0))
  }

  @Test("pictures without times, as negative ones are in Matroska, are all there") func timeless() async throws {
    let job = try await Job.compress(.negativeStart, quick)
    let output = try await job.reopened()
    #expect(try await output.frameTimes().count == 60)
    #expect(output.sounds.count == 1)
    #expect(near(output.duration, 2, 0.1))
  }

  @Test("an empty edit before the film stays a pause", .needsCorpus("edit_list_positive_shift.mp4"))
  func emptyEdit() async throws {
    let job = try await Job.compress(Corpus.file("edit_list_positive_shift.mp4"), quick)
    guard job.outcome == "compressed" else { return }
    try await job.faithful()
  }

  @Test(
    "a trim keeps the frames from the first to the last moment, with the sound",
    arguments: [("0.5..1.5", 0.5, 30), ("1..", 1.0, 30), ("..0.5", 0.0, 15), ("00:00:00.500..00:00:01.000", 0.5, 15)])
  func trims(range: (text: String, start: Double, frames: Int)) async throws {
    let job = try await Job.compress(.plain, ["--trim", range.text, "--allow-larger"] + quick)
    let output = try await job.reopened(mayBeLarger: true)
    let times = try await output.frameTimes().compactMap { $0 }
    #expect(times.count == range.frames)
    #expect(near(times.first ?? .nan, 0))
    let seconds = Double(range.frames) / 30
    #expect(near(output.duration, seconds))
    let sound = try await output.span(of: try #require(output.sounds.first))
    #expect(near(sound.lowerBound, 0) && near(sound.upperBound, seconds, 0.075))
  }

  @Test(
    "a trim far behind a keyframe keeps exactly the frames of its range",
    arguments: ["h264", "hevc", "mpeg4"], [7.0, 8.02])
  func trimsFarBehindKeyframe(codec: String, start: Double) async throws {
    let job = try await Job.compress(
      .oneKeyframe(codec), ["--trim", "\(start)..\(start + 1)", "--allow-larger"] + quick)
    let first = Int((start * 25).rounded(.up))
    #expect(try await job.reopened(mayBeLarger: true).frameNumbers() == Array(first..<first + 25).map { $0 & 255 })
  }

  @Test("a trim of a file without an index begins with its first frame, too", arguments: [0.5, 1.7, 2.95])
  func trimsStream(start: Double) async throws {
    let job = try await Job.compress(.transportStream, ["--trim", "\(start)..", "--allow-larger"] + quick)
    let times = try await job.reopened(mayBeLarger: true).frameTimes().compactMap { $0 }
    #expect(abs(times.count - Int((4 - start) * 30)) <= 1, "\(times.count) frames")
    #expect(near(times.first ?? .nan, 0, 0.04))
  }

  @Test("a broadcast's recording that begins anywhere isn't damaged") func beginsAnywhere() async throws {
    let job = try await Job.compress(.transportStreamCutAnywhere, quick)
    #expect(job.outcome == "compressed")
    #expect(try await job.reopened().frameTimes().count >= 90)
  }

  @Test("a trim cuts picture and sound at the same moment") func trimTogether() async throws {
    let job = try await Job.compress(.variableRate, ["--trim", "2.5..7"] + quick)
    let output = try await job.reopened()
    let (flash, beep) = (try await output.flashTime(), try await output.beepTime())
    #expect(near(flash, 3.5) && near(beep, 3.5), "flash \(flash), beep \(beep)")
  }

  @Test("a trim outside the recording is refused before encoding") func trimOutside() async throws {
    let job = try await Job.compress(.plain, ["--trim", "10..12"])
    #expect(job.result.status == .exited(2) || job.result.status == .exited(1), "\(job.result.status)")
    #expect(job.report["error"]["code"].string == "invalidRequest")
  }

  @Test("a constant rate stays constant and isn't called variable") func constantRate() async throws {
    let job = try await Job.compress(.plain, quick)
    let times = try await job.faithful().frameTimes().compactMap { $0 }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 - 1.0 / 30) < 0.0005 }, "\(steps)")
    #expect(job.report["output"]["video"]["variableFrameRate"].bool == false)
    #expect(abs((job.report["output"]["video"]["frameRate"].number ?? 0) - 30) < 0.1)
  }
}
