import Foundation
import TestSupport
import Testing

@Suite("HE-AAC") struct HighEfficiencyTests {
  @Test("without the library, HE-AAC is refused with the package that has it", arguments: ["he-aac", "he-aac-v2"])
  func refused(codec: String) async throws {
    let folder = try TemporaryFolder()
    let job = try await Job.compress(
      .beeps("stereo", channels: 2), ["--audio", codec] + quick, environment: try FDK.broken(in: folder))
    job.refused(4, naming: "no encoder here makes he-aac")
    #expect(job.complaint.contains("libfdk-aac2") && job.complaint.contains("libfdk-aac.so.2"))
    #expect(job.report["error"]["code"].string == "notSupported")
  }

  @Test("capabilities list what encodes sound, and why something doesn't") func capabilities() async throws {
    let folder = try TemporaryFolder()
    let result = try await SwageCommand.run(
      ["capabilities", "--backend", "software", "--json"], environment: try FDK.broken(in: folder))
    let rows = try JSON(text: result.output)["audioEncoders"].array
    #expect(rows.map { $0["codec"].string } == ["aac", "he-aac", "he-aac-v2", "mp3", "opus"])
    for row in rows {
      let isHE = row["codec"].string?.hasPrefix("he-") == true
      #expect(row["state"].string == (isHE ? "refused" : "proved"), "\(row)")
      #expect((row["remedy"].string?.contains("libfdk-aac2") ?? false) == isHE)
    }
  }

  @Test("with the library it is proved", .needsFDK) func proved() async throws {
    let result = try await SwageCommand.run(["capabilities", "--backend", "software", "--json"])
    let rows = try JSON(text: result.output)["audioEncoders"].array
    #expect(rows.allSatisfy { $0["state"].string == "proved" }, "\(rows)")
    #expect(rows.compactMap { $0["seconds"].number }.allSatisfy { $0 < 0.5 })
  }

  private static let profiles = ["he-aac": "HE-AAC", "he-aac-v2": "HE-AACv2"]

  @Test(
    "it is found by the decoder as what was asked, each tone in its place", .needsFDK,
    arguments: ["he-aac", "he-aac-v2"],
    ["mp4", "mov", "mkv"])
  func tones(codec: String, container: String) async throws {
    for layout in SoundCodecTests.Layout.all where codec == "he-aac" || layout.channels == 2 {
      let job = try await Job.compress(layout.clip, ["--audio", codec] + quick, to: "out.\(container)")
      let output = try await job.reopened()
      let stream = try #require(output.sounds.first)
      #expect(stream.codecName == "aac" && stream.profile == Self.profiles[codec], "\(layout)")
      #expect(stream.channels == layout.channels && stream.sampleRate == "\(layout.rate)", "\(layout)")
      #expect(job.report["output"]["audio"][0]["profile"].string == Self.profiles[codec])
      let sound = try await output.sound()
      #expect(near(sound.start + sound.duration, 3), "\(layout): \(sound.start) \(sound.duration)")
      for channel in 0..<layout.channels where !(layout.channels == 6 && channel == 3) {
        let start = 0.5 + 0.4 * Double(channel)
        #expect(near(sound.onset(of: channel), start, 0.02), "\(layout) channel \(channel)")
        let tone = sound.amplitude(
          of: 500 + 100 * Double(channel), in: (start + 0.05)...(start + 0.15), channel: channel)
        #expect(abs(decibels(tone, over: 0.4)) < 1.5, "\(layout) channel \(channel): \(tone)")
      }
    }
  }

  @Test("it is heard from the first moment", .needsFDK, arguments: ["he-aac", "he-aac-v2"], ["mp4", "mkv"])
  func beginning(codec: String, container: String) async throws {
    let job = try await Job.compress(
      .voiceAndMusic, ["--audio", codec, "--mix-audio", "all"] + quick, to: "out.\(container)")
    let sound = try await job.reopened().sound()
    #expect(sound.level(in: 0.02...0.06) > -15, "\(sound.level(in: 0.02...0.06))")
  }

  @Test("a bit rate is kept within a tenth", .needsFDK, arguments: [("he-aac", 48), ("he-aac-v2", 32)])
  func bitRate(wish: (codec: String, kilobits: Int)) async throws {
    let job = try await Job.compress(
      .noisySound, ["--audio", wish.codec, "--audio-bitrate", "\(wish.kilobits)k"] + quick)
    let output = try await job.reopened()
    let bits = try await output.packets(of: try #require(output.sounds.first)).reduce(0) { $0 + $1.size } * 8
    #expect(abs(Double(bits) / 5_000 / Double(wish.kilobits) - 1) < 0.1, "\(bits / 5) bits a second")
  }

  @Test("where it can't be, it becomes a simpler kind with a word", .needsFDK)
  func simpler() async throws {
    let mono = try await Job.compress(
      .beeps("mono", channels: 1, rate: 44_100), ["--audio", "he-aac-v2"] + quick)
    #expect(try await mono.reopened().sounds.first?.profile == "HE-AAC")
    let fast = try await Job.compress(
      .beeps("stereo", channels: 2, rate: 96_000), ["--audio", "he-aac", "--audio-rate", "96000"] + quick)
    let stream = try #require(try await fast.reopened().sounds.first)
    #expect(stream.profile == "LC" && stream.sampleRate == "96000")
    #expect(fast.report["warnings"].array.contains { $0.string?.contains("HE-AAC") == true })
    let usual = try await Job.compress(.beeps("stereo", channels: 2, rate: 96_000), ["--audio", "he-aac"] + quick)
    let halved = try #require(try await usual.reopened().sounds.first)
    #expect(halved.profile == "HE-AAC" && halved.sampleRate == "48000")
  }
}
