import Foundation
import TestSupport
import Testing

@Suite("Slow and fast motion") struct SpeedTests {
  private let freely = quick + ["--allow-larger"]

  @Test(
    "a film is as much shorter or longer as asked, frames keep their identity, and a constant rate stays one",
    arguments: ["2", "1/2", "3/2", "0.25", "4", "1.1"], ["out.mp4", "out.mkv", "out.mov"])
  func uniform(speed: String, name: String) async throws {
    let parts = speed.split(separator: "/").compactMap { Double($0) }
    let factor = parts.count == 2 ? parts[0] / parts[1] : parts[0]
    let job = try await Job.compress(.numbered(rate: "30", count: 60), ["--speed", speed] + freely, to: name)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try await output.frameNumbers() == Array(0..<60))
    let times = try await output.frameTimes().map { $0 ?? .nan }
    let tolerance = name.hasSuffix("mkv") ? 0.001 : 0.000_01
    #expect(
      times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / 30 / factor) <= tolerance }, "\(times)")
    #expect(job.report["output"]["video"]["variableFrameRate"].bool == false)
    #expect(near(output.duration, 2 / factor, 0.04))
  }

  @Test("C13: a first time stamp that isn't 0 doesn't matter", arguments: [1, 2], ["out.mp4", "out.mkv"])
  func lateBeginning(speed: Int, name: String) async throws {
    let output = try await Job.compress(.beginsAtThree, ["--speed", "\(speed)"] + freely, to: name).reopened(
      mayBeLarger: true)
    let seconds = 6 / Double(speed)
    #expect(near(output.duration, seconds, 0.07), "\(output.duration)")
    let (film, sound) = (try await output.span(of: try output.film), try await output.span(of: output.sounds[0]))
    #expect(near(film.lowerBound, 0) && near(sound.lowerBound, 0) && near(film.lowerBound, sound.lowerBound))
    #expect(near(film.upperBound, seconds, 0.07) && near(sound.upperBound, seconds, 0.07))
    #expect(near(try await output.frequency(from: 0.5, to: seconds - 0.5), 440, 5))
  }

  @Test("sound keeps its pitch, and follows the speed where that is asked", arguments: ["0.5", "2", "1.25"])
  func pitch(speed: String) async throws {
    let factor = Double(speed) ?? 1
    for (policy, hertz) in [("keep", 440), ("follow", 440 * factor)] {
      let output = try await Job.compress(.plain, ["--speed", speed, "--pitch", policy] + freely).reopened(
        mayBeLarger: true)
      let found = try await output.frequency(from: 0.3, to: 2 / factor - 0.2)
      #expect(near(found, hertz, 5), "\(found) Hz, \(policy)")
      #expect(near(output.duration, 2 / factor))
    }
  }

  @Test("before, in and behind a slow part, flash and beep stay together", arguments: ["1/2", "2", "3/4"])
  func parts(speed: String) async throws {
    let parts = speed.split(separator: "/").compactMap { Double($0) }
    let factor = parts.count == 2 ? parts[0] / parts[1] : parts[0]
    let output = try await Job.compress(
      .flashes(at: [1, 4, 7]), ["--speed-range", "3..5:\(speed)"] + freely
    ).reopened(mayBeLarger: true)
    let (flashes, beeps) = (try await output.flashTimes(), try await output.beepTimes())
    let expected = [1, 3 + 1 / factor, 3 + 2 / factor + 2]
    #expect(flashes.count == 3 && beeps.count == 3, "\(flashes), \(beeps)")
    for (index, time) in expected.enumerated() where index < min(flashes.count, beeps.count) {
      #expect(near(flashes[index], time, 0.02) && near(beeps[index], time, 0.04), "\(flashes), \(beeps)")
    }
    #expect(try await output.frameTimes().count == 480)
    #expect(near(output.duration, 6 + 2 / factor))
  }

  @Test("parts count on the source's timeline, also behind a trim, and the later of two counts") func trimmed()
    async throws
  {
    let output = try await Job.compress(
      .flashes(at: [1, 4, 7]),
      ["--trim", "2..7.5", "--speed-range", "3..6:4", "--speed-range", "3..5:1/2", "--speed-range", "5..6:1"] + freely
    ).reopened(mayBeLarger: true)
    let (flashes, beeps) = (try await output.flashTimes(), try await output.beepTimes())
    // One second, two at half speed, two and a half.
    #expect(near(output.duration, 7.5))
    #expect(flashes.count == 2 && near(flashes[0], 3, 0.02) && near(flashes[1], 7, 0.02), "\(flashes)")
    #expect(beeps.count == 2 && near(beeps[0], 3, 0.04) && near(beeps[1], 7, 0.04), "\(beeps)")
  }

  @Test("C09: chapters move with the speed", arguments: ["out.mp4", "out.mkv"]) func chapters(name: String) async throws
  {
    let fast = try await Job.compress(.chapters, ["--trim", "5..11", "--speed", "2"] + freely, to: name).reopened(
      mayBeLarger: true)
    #expect(fast.chapters.map(\.title) == ["Two", "Three"])
    for (chapter, expected) in zip(fast.chapters, [(0.0, 1.5), (1.5, 3)]) {
      #expect(near(chapter.start, expected.0) && near(chapter.end, expected.1))
    }
    #expect(near(fast.duration, 3))
    let slow = try await Job.compress(.chapters, ["--speed-range", "2..6:1/2"] + freely, to: name).reopened(
      mayBeLarger: true)
    for (chapter, expected) in zip(slow.chapters, [(0.0, 6.0), (6, 12), (12, 16)]) {
      #expect(near(chapter.start, expected.0) && near(chapter.end, expected.1), "\(slow.chapters)")
    }
  }

  @Test(
    "subtitles move with the speed", arguments: [("mov_text", "mp4"), ("srt", "mkv"), ("ass", "mkv")],
    ["out.mp4", "out.mkv"])
  func subtitles(kind: (codec: String, ending: String), name: String) async throws {
    // The lines are shown from 0.4 to 1 s and from 1.2 to 1.8 s, in Matroska 23 ms later, which slow motion doubles.
    let cases: [(options: [String], times: [Double])] = [
      (["--speed", "2"], [0.2, 0.5, 0.6, 0.9]), (["--speed-range", "0.5..1.5:1/2"], [0.4, 1.5, 1.9, 2.8]),
      (["--speed", "1/2", "--trim", "0.6..1.4"], [0, 0.8, 1.2, 1.6]), (["--trim", "0.6..1.4"], [0, 0.4, 0.6, 0.8]),
    ]
    for (options, expected) in cases {
      let output = try await Job.compress(.textSubtitles(kind.codec, kind.ending), options + freely, to: name).reopened(
        mayBeLarger: true)
      let times = try await output.subtitleTimes()
      #expect(times.count == 4 && zip(times, expected).allSatisfy { near($0, $1, 0.08) }, "\(options): \(times)")
    }
  }

  @Test("a turn stays, and a film without sound is as welcome") func orientation() async throws {
    let job = try await Job.compress(.portrait, ["--speed", "1/2"] + freely)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try output.film.displayMatrix == (try await job.sourceFacts().film.displayMatrix))
    #expect(output.sounds.isEmpty && near(output.duration, 2))
  }

  @Test("sound of six channels, late sound and uncompressed sound come out right") func sounds() async throws {
    let surround = try await Job.compress(.surround, ["--speed", "1/2"] + freely).reopened(mayBeLarger: true)
    #expect(surround.sounds.first?.channels == 6 && near(surround.duration, 2, 0.1))
    let late = try await Job.compress(.lateSound, ["--speed", "2"] + freely)
    let (source, output) = (try await late.sourceFacts(), try await late.reopened(mayBeLarger: true))
    let (before, after) = (try await source.span(of: source.sounds[0]), try await output.span(of: output.sounds[0]))
    #expect(near(after.lowerBound, before.lowerBound / 2), "\(before) \(after)")
    let pcm = try await Job.compress(.uncompressedSound, ["--speed", "2"] + freely, to: "out.mov").reopened(
      mayBeLarger: true)
    #expect(near(try await pcm.frequency(from: 0.2, to: 0.8), 440, 5) && pcm.sounds.first?.channels == 2)
  }

  @Test("an encoder's run-up before the beginning isn't slowed down") func runUp() async throws {
    let output = try await Job.compress(.textSubtitles("srt", "mkv"), ["--speed", "1/4"] + freely, to: "out.mkv")
      .reopened(mayBeLarger: true)
    let (film, sound) = (try await output.span(of: try output.film), try await output.span(of: output.sounds[0]))
    #expect(abs(sound.lowerBound) <= 0.05 && film.lowerBound >= 0, "\(film) \(sound)")
  }

  @Test("copied sound at another speed is refused; left to Swage, it is encoded with a reason") func copies()
    async throws
  {
    let copy = try await Job.compress(.plain, ["--speed", "2", "--audio", "copy"])
    copy.refused(2, naming: "copied sound")
    let job = try await Job.compress(.plain, ["--speed", "2"] + freely)
    #expect(job.actions("audio") == ["encoded"])
    #expect(job.report["decisions"].mentions("faster or slower"))
  }

  @Test("a part that isn't kept is told of; one behind the end is refused") func outside() async throws {
    let cut = try await Job.compress(.plain, ["--trim", "1..", "--speed-range", "0..1:2"] + freely)
    #expect(try await cut.reopened(mayBeLarger: true).frameTimes().count == 30)
    #expect(cut.report["decisions"].array.contains { $0["what"].string == "speed" })
    let behind = try await Job.compress(.plain, ["--speed-range", "10..12:2"])
    behind.refused(2, naming: "less than 2")
  }

  @Test("slow motion with frames made of the motion has the source's rate, and the source's frames in it")
  func interpolation() async throws {
    let job = try await Job.compress(.plain, ["--speed", "1/2", "--trim", "0..1", "--interpolate", "motion"] + freely)
    let output = try await job.reopened(mayBeLarger: true)
    let times = try await output.frameTimes().map { $0 ?? .nan }
    #expect(times.count == 60 && times.enumerated().allSatisfy { near($0.element, Double($0.offset) / 30, 0.000_2) })
    #expect(job.report["output"]["video"]["variableFrameRate"].bool == false)
    let part = try await Job.compress(.plain, ["--speed-range", "1..1.5:1/2", "--interpolate", "motion"] + freely)
    let partTimes = try await part.reopened(mayBeLarger: true).frameTimes().map { $0 ?? .nan }
    #expect(partTimes.count == 75 && zip(partTimes, partTimes.dropFirst()).allSatisfy { near($1 - $0, 1 / 30, 0.001) })
    let fast = try await Job.compress(.plain, ["--speed", "2", "--interpolate", "motion"] + freely)
    #expect(fast.report["decisions"].array.contains { $0["what"].string == "interpolation" })
  }

  @Test("at another speed a constant rate can be had, too") func withRate() async throws {
    let job = try await Job.compress(
      .numbered(rate: "30", count: 60), ["--speed", "1/2", "--fps", "30"] + freely)
    #expect(try await job.reopened(mayBeLarger: true).frameNumbers() == (0..<120).map { $0 / 2 })
    let capped = try await Job.compress(
      .numbered(rate: "30", count: 60), ["--speed", "2", "--max-fps", "30"] + freely)
    #expect(try await capped.reopened(mayBeLarger: true).frameNumbers() == Array(stride(from: 0, to: 60, by: 2)))
  }

  @Test("ten minutes at 1.1 don't drift") func drift() async throws {
    let clip = Clip(
      "ten-minutes.mp4",
      ffmpeg: [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=600", "-f", "lavfi", "-i",
        "sine=frequency=440:duration=600:sample_rate=16000", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "12",
        "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "64k",
      ])
    let output = try await Job.compress(clip, ["--speed", "1.1", "--codec", "h264"] + quick).reopened()
    let (film, sound) = (try await output.span(of: try output.film), try await output.span(of: output.sounds[0]))
    #expect(near(film.upperBound, 600 / 1.1) && near(sound.upperBound, 600 / 1.1), "\(film) \(sound)")
    #expect(near(film.upperBound, sound.upperBound))
  }
}
