import Foundation
import TestSupport
import Testing

@Suite("What the encoder is told") struct EncoderSettingsTests {
  @Test(
    "profile and level are those that were asked for",
    arguments: [
      (["--codec", "h264", "--profile", "baseline", "--level", "3.0"], "Constrained Baseline", 30),
      (["--profile", "high", "--level", "4.1", "--speed-preset", "fast"], "High", 41),
      (["--profile", "main10", "--level", "3.1"], "Main 10", 93),
      (["--codec", "hevc", "--profile", "main"], "Main", 60),
    ], ["out.mp4", "out.mkv"])
  func profile(options: (arguments: [String], profile: String, level: Int), name: String) async throws {
    let speed = options.arguments.contains("--speed-preset") ? [] : quick
    let job = try await Job.compress(.plain, options.arguments + speed, to: name)
    let film = try await job.faithful().film
    #expect(film.profile == options.profile && film.level == options.level)
  }

  @Test("a level that can't hold the picture is refused with one that can") func lowLevel() async throws {
    let job = try await Job.compress(.wide, ["--codec", "h264", "--level", "3"])
    #expect(job.result.status == .exited(4))
    #expect(job.complaint.contains("can't hold 1280x720") && job.complaint.contains("allowed: 3.1 or higher"))
    let rate = try await Job.compress(
      .plain, ["--codec", "h264", "--level", "1.3", "--bitrate", "3M", "--allow-larger"])
    #expect(rate.result.status == .exited(4) && rate.complaint.contains("960 kbit/s or less"))
  }

  @Test("an option that the encoder doesn't know is told with the nearest, before work begins") func unknown()
    async throws
  {
    let job = try await Job.compress(.plain, ["--encoder-option", "tuen=grain"])
    #expect(job.result.status == .exited(2))
    #expect(job.complaint.contains("libx265 has no option 'tuen'; did you mean 'tune'?"))
    let nested = try await Job.compress(.plain, ["--encoder-option", "x265-params=aq-mod=3"])
    #expect(nested.result.status == .exited(2) && nested.complaint.contains("Unknown option: aq-mod"))
    #expect(!nested.result.errorText.contains("x265 [info]"), "the library writes to the terminal")
    let value = try await Job.compress(.plain, ["--encoder-option", "crf=high"])
    #expect(value.result.status == .exited(2) && value.complaint.contains("doesn't take 'high' for its option 'crf'"))
    let ours = try await Job.compress(.plain, ["--encoder-option", "b=100000"])
    #expect(ours.result.status == .exited(2) && ours.complaint.contains("--bitrate"))
  }

  @Test("an option of the encoder changes what it does") func rawOption() async throws {
    let usual = try await Job.compress(.plain, ["--codec", "h264"] + quick)
    let coarse = try await Job.compress(.plain, ["--codec", "h264", "--encoder-option", "crf=45"] + quick)
    let bytes = { (job: Job) async throws -> Int in
      let output = try await job.faithful()
      return try await output.packets(of: output.film).reduce(0) { $0 + $1.size }
    }
    #expect(try await bytes(coarse) * 3 < bytes(usual))
    let list = try await Job.compress(.plain, ["--encoder-option", "x265-params=keyint=10:min-keyint=10"] + quick)
    let output = try await list.faithful()
    let keyframes = try await output.packets(of: output.film).count { $0.isKey }
    #expect(keyframes == 6, "60 frames with a keyframe each 10")
  }

  @Test(
    "H.264 differs from x264's preset where that was measured to be better, and nowhere where a person says otherwise",
    arguments: [
      (["--speed-preset", "fast"], ["subme=2", "aq=2:0.90", "analyse=0x3:0x3", "me=dia", "rc_lookahead=12", "ref=1"]),
      (
        ["--speed-preset", "balanced"], ["subme=7", "aq=2:0.90", "analyse=0x3:0x13", "mixed_ref=0", "ref=3", "me=hex"]
      ),
      (["--speed-preset", "slow"], ["subme=8", "aq=1:1.00", "analyse=0x3:0x113", "mixed_ref=1", "ref=5"]),
      (
        ["--speed-preset", "fast", "--encoder-option", "aq-mode=3", "--encoder-option", "x264-params=me=hex"],
        ["aq=3:0.90", "analyse=0x3:0x3", "me=hex"]
      ),
      (
        ["--speed-preset", "balanced", "--encoder-option", "tune=psnr"],
        ["aq=1:0.00", "psy=0", "analyse=0x3:0x113", "mixed_ref=1"]
      ),
      (
        ["--speed-preset", "fast", "--profile", "baseline"],
        ["cabac=0", "aq=2:0.90", "analyse=0x1:0x1", "8x8dct=0", "bframes=0"]
      ),
    ])
  func avcSettings(options: [String], settings: [String]) async throws {
    let job = try await Job.compress(.plain, ["--codec", "h264", "--backend", "software"] + options)
    let words = try await wordsOfEncoder(in: job.faithful())
    #expect(settings.allSatisfy { words.contains(Substring($0)) }, "\(words.sorted())")
  }

  @Test(
    "HEVC differs from x265's preset where that was measured to be better, and nowhere where a person says otherwise",
    arguments: [
      (["--speed-preset", "fastest"], ["aq-strength=0.00", "no-limit-sao", "ref=1"]),
      (["--speed-preset", "fast"], ["aq-strength=0.80", "limit-sao", "bframes=3", "ref=2", "rd=2"]),
      (
        ["--speed-preset", "balanced"], ["aq-strength=0.80", "limit-sao", "bframes=3", "ref=2", "psy-rd=1.00", "rd=3"]
      ),
      (["--speed-preset", "slow"], ["aq-strength=0.80", "limit-sao", "bframes=4", "ref=4", "psy-rd=1.00", "rd=4"]),
      (["--encoder-option", "x265-params=info=1:ref=4:psy-rd=0.5"], ["ref=4", "psy-rd=0.50", "bframes=3"]),
      (["--encoder-option", "bf=1", "--encoder-option", "refs=4"], ["ref=4", "bframes=1", "psy-rd=1.00"]),
      (["--encoder-option", "tune=grain"], ["bframes=4", "no-limit-sao", "ref=3", "psy-rd=4.00"]),
    ])
  func hevcSettings(options: [String], settings: [String]) async throws {
    // x265 leaves out what it was told unless it is asked.
    let asked = options.contains { $0.contains("info=1") } ? [] : ["--encoder-option", "x265-params=info=1"]
    let job = try await Job.compress(.plain, ["--codec", "hevc", "--backend", "software"] + options + asked)
    let words = try await wordsOfEncoder(in: job.faithful())
    #expect(settings.allSatisfy { words.contains(Substring($0)) }, "\(words.sorted())")
  }

  /// What x264 and x265 were told, which they write into the first picture (user data of their own, ITU-T H.264 and H.265,
  /// annex D).
  private func wordsOfEncoder(in output: ReopenedOutput) throws -> Set<Substring> {
    let bytes = String(decoding: try Data(contentsOf: output.url), as: Unicode.ASCII.self)
    let told = try #require(bytes.firstRange(of: "options: ")).upperBound
    return Set(bytes[told...].prefix(2_000).split(whereSeparator: { $0 == " " || $0 == "\0" }))
  }

  @Test("a target size is filled and not exceeded", arguments: ["out.mp4", "out.mkv"], ["h264", "hevc"])
  func targetSize(name: String, codec: String) async throws {
    let job = try await Job.compress(.long, ["--target-size", "1.5MB", "--codec", codec] + quick, to: name)
    _ = try await job.faithful()
    let bytes = try #require(job.report["analytics"]["compressedFileSize"].int)
    #expect(bytes <= 1_500_000 && bytes > 1_200_000, "\(bytes)")
  }

  @Test("a size that sound alone exceeds is refused with what is needed") func impossibleSize() async throws {
    let job = try await Job.compress(.long, ["--target-size", "20kB"])
    #expect(job.result.status == .exited(2) && job.complaint.contains("bytes or more"))
  }

  @Test("a rate above the source's becomes what the policy says") func ratePolicy() async throws {
    let rates = try await ["up-to-source", "below-source", "exact"].asyncMap { policy in
      let job = try await Job.compress(
        .plain, ["--bitrate", "90M", "--bitrate-policy", policy, "--dry-run"] + quick)
      return job.report["attempts"][0]["bitRate"].int ?? 0
    }
    let source = try await Job.compress(.plain, quick).report["analytics"]["originalVideoBitrate"].int ?? 0
    #expect(rates[0] == source && rates[2] == 90_000_000)
    #expect(abs(Double(rates[1]) - 0.8 * Double(source)) < 2)
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
