import Foundation
import TestSupport
import Testing

@Suite("The picture") struct PictureTests {
  @Test("full range stays full, and grey stays grey", arguments: ["h264", "hevc"])
  func fullRange(codec: String) async throws {
    let job = try await Job.compress(.fullRange, ["--codec", codec, "--allow-larger"])
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try output.film.colorRange == "pc")
    #expect(try await output.middleColor().allSatisfy { abs($0 - 64) <= 2 })
    #expect(job.report["output"]["video"]["color"]["range"].string == "full")
  }

  @Test("full range stays right when the picture is scaled") func fullRangeScaled() async throws {
    let job = try await Job.compress(.fullRange, ["--long-side", "160", "--allow-larger"] + quick)
    let output = try await job.reopened(mayBeLarger: true)
    let grey = try await output.middleColor()
    #expect(grey.allSatisfy { abs($0 - 64) <= 2 }, "\(grey)")
  }

  @Test("ten bits stay ten bits in HEVC", arguments: ["ten-bit", "prores", "hlg"])
  func tenBit(kind: String) async throws {
    let clips: [String: Clip] = ["ten-bit": .tenBit, "prores": .proRes, "hlg": .hlg]
    let job = try await Job.compress(clips[kind] ?? .tenBit, quick)
    let film = try await job.reopened().film
    #expect(film.codecName == "hevc" && film.pixFmt == "yuv420p10le" && film.profile == "Main 10")
  }

  @Test("eight bits stay eight bits, in the profiles that every device plays") func eightBit() async throws {
    let hevc = try await Job.compress(.plain, quick).reopened().film
    #expect(hevc.pixFmt == "yuv420p" && hevc.profile == "Main")
    let h264 = try await Job.compress(.plain, ["--codec", "h264"]).reopened().film
    #expect(h264.codecName == "h264" && h264.profile == "High" && h264.codecTagString == "avc1")
  }

  @Test("HLG keeps its color in HEVC") func hlgKept() async throws {
    let job = try await Job.compress(.hlg, quick)
    #expect(try await job.faithful().film.color == ["bt2020", "arib-std-b67", "bt2020nc"])
    #expect(job.report["source"]["video"]["hdr"].string == "hlg")
    #expect(job.report["output"]["video"]["hdr"].string == "hlg")
  }

  @Test("HLG that is to be preserved is refused in eight bits before encoding") func hlgRefused() async throws {
    let job = try await Job.compress(.hlg, ["--codec", "h264", "--color", "preserve"])
    job.refused(4, naming: "hdr", "hlg", "high dynamic range")
    #expect(job.report["error"]["code"].string == "notSupported")
    #expect(job.report["error"]["stage"].string == "plan")
  }

  @Test("the color of standard definition stays, also when scaled", arguments: [[], ["--long-side", "160"]])
  func standardDefinition(options: [String]) async throws {
    let job = try await Job.compress(.standardDefinition, options)
    let output = try await job.reopened()
    #expect(try output.film.color == ["smpte170m", "smpte170m", "smpte170m"])
    #expect(try await output.similarity(to: try await job.sourceFacts(), format: "rgb24") >= 26)
  }

  @Test("two fields become one frame, and the report says so") func interlaced() async throws {
    let job = try await Job.compress(.interlaced)
    let output = try await job.reopened()
    #expect(try await output.frameTimes().count == 25)
    #expect(["progressive", nil, "unknown"].contains(try output.film.fieldOrder))
    #expect(job.report["decisions"].mentions("interlac"), "\(job.report["decisions"])")
    #expect(try await Comparison(source: try await job.sourceFacts(), output: output).timingFaults() == [])
  }

  @Test("pixels that are wider than high are shown in the same shape") func pixelAspect() async throws {
    let job = try await Job.compress(.wideAspect, quick)
    _ = try await job.faithful()
    let small = try await Job.compress(.wideAspect, ["--long-side", "262"] + quick).reopened().film
    #expect(abs(small.displayed.width - 262) <= 2)
    #expect(abs(small.displayed.width / small.displayed.height / (360.0 * 16 / 11 / 288) - 1) <= 0.01)
  }

  @Test(
    "the longer and the shorter side are those of the shown picture",
    arguments: [("--long-side", 160, 90, 160), ("--short-side", 90, 90, 160)], ["keep", "bake"])
  func sides(limit: (option: String, value: Int, width: Int, height: Int), rotation: String) async throws {
    let job = try await Job.compress(
      .portrait, [limit.option, "\(limit.value)", "--rotation", rotation, "--allow-larger"] + quick)
    let output = try await job.reopened(mayBeLarger: true)
    let shown = try output.film.displayed
    #expect(Int(shown.width) == limit.width && Int(shown.height) == limit.height)
    #expect(try await output.similarity(to: try await job.sourceFacts()) >= 24)
  }

  @Test("nothing is enlarged", arguments: ["--long-side", "--short-side"])
  func neverEnlarged(option: String) async throws {
    let film = try await Job.compress(.plain, [option, "4000"] + quick).reopened().film
    #expect(film.width == 320 && film.height == 180)
  }

  @Test("keyframes are no further apart than asked", arguments: ["h264", "hevc"])
  func keyframes(codec: String) async throws {
    let output = try await Job.compress(
      .plain, ["--keyframe-interval", "12", "--codec", codec, "--allow-larger"] + quick
    )
    .reopened(mayBeLarger: true)
    let packets = try await output.packets(of: try output.film).sorted { ($0.time ?? 0) < ($1.time ?? 0) }
    let keys = packets.indices.filter { packets[$0].isKey }
    #expect(keys.first == 0)
    #expect(zip(keys, keys.dropFirst() + [packets.count]).allSatisfy { $1 - $0 <= 12 }, "\(keys)")
  }

  @Test("the bit rate is as asked within 15 %", arguments: ["h264", "hevc"], [600_000, 1_500_000])
  func bitRate(codec: String, rate: Int) async throws {
    let output = try await Job.compress(.noise, ["--bitrate", "\(rate / 1000)k", "--codec", codec] + quick).reopened()
    let bits = try await output.packets(of: try output.film).reduce(0) { $0 + $1.size } * 8
    #expect(abs(Double(bits) / 10 / Double(rate) - 1) <= 0.15, "\(bits / 10) bits a second")
  }

  @Test("more quality looks better and takes more bytes", arguments: ["h264", "hevc"])
  func quality(codec: String) async throws {
    var bytes: [Int] = []
    var likeness: [Double] = []
    for quality in ["0.2", "0.5", "0.9"] {
      let job = try await Job.compress(.plain, ["--quality", quality, "--codec", codec, "--allow-larger"])
      let output = try await job.reopened(mayBeLarger: true)
      bytes.append(output.bytes)
      likeness.append(try await output.similarity(to: try await job.sourceFacts()))
    }
    #expect(bytes == bytes.sorted() && Set(bytes).count == 3, "\(bytes)")
    #expect(likeness == likeness.sorted() && Set(likeness).count == 3, "\(likeness)")
  }

  @Test("every effort works", arguments: ["fastest", "fast", "balanced", "slow", "slowest"], ["h264", "hevc"])
  func speeds(preset: String, codec: String) async throws {
    let job = try await Job.compress(.lying169, ["--speed-preset", preset, "--codec", codec, "--allow-larger"])
    _ = try await job.reopened(mayBeLarger: true)
  }
}

extension Clip {
  /// One second without sound.
  static var lying169: Clip { .oriented(1) }
}
