import FoundationEssentials
import TestSupport
import Testing

@Suite("Devices keep color of the standard range", .needsDevices) struct ColorTests {
  private static let fidelity = ["--quality", "0.95", "--allow-larger"]

  @Test(
    "grey comes out as it went in, to one of 256", arguments: Hardware.units,
    [("h264", "mp4"), ("h264", "mkv"), ("hevc", "mp4"), ("hevc", "mkv")])
  func grey(unit: Unit, form: (codec: String, container: String)) async throws {
    for isFull in [true, false] {
      for options in [[], ["--long-side", "256"]] {
        let job = try await Hardware.machine(with: unit).compress(
          .greyRamp(isFull: isFull, isTagged: !options.isEmpty),
          ["--backend", unit.rawValue, "--codec", form.codec] + options + Self.fidelity, to: "out.\(form.container)")
        let output = try await job.reopened(mayBeLarger: true)
        #expect(job.report["backend"].string == unit.rawValue)
        #expect(try (output.film.colorRange == "pc") == isFull)
        let fault = try await output.greyFault()
        #expect(fault <= 1, "full=\(isFull) \(options): \(fault)")
      }
    }
  }

  @Test("C11: full range stays full, and grey stays grey", arguments: Hardware.units, ["h264", "hevc"])
  func fullRange(unit: Unit, codec: String) async throws {
    for options in [[], ["--long-side", "160"], ["--size", "160x160"]] {
      let job = try await Hardware.machine(with: unit).compress(
        .fullRange, ["--backend", unit.rawValue, "--codec", codec, "--allow-larger"] + options)
      let output = try await job.reopened(mayBeLarger: true)
      #expect(try output.film.colorRange == "pc")
      #expect(try await output.middleColor().allSatisfy { abs($0 - 64) <= 2 }, "\(options)")
    }
  }

  /// Code points of ITU-T H.273, full range, and where chroma lies.
  static let tags: [[Int]] = [
    [2, 2, 2, 0, 0], [2, 2, 2, 1, 0], [2, 2, 6, 0, 0], [12, 2, 2, 0, 0], [12, 13, 6, 1, 0], [1, 1, 1, 0, 1],
    [9, 14, 9, 0, 2], [1, 1, 1, 0, 5], [22, 14, 5, 0, 0], [5, 4, 5, 0, 3], [99, 1, 8, 1, 0],
  ]

  @Test("each tag is kept, in the stream and by the file", arguments: Hardware.units, ["h264", "hevc"])
  func kept(unit: Unit, codec: String) async throws {
    for tags in Self.tags {
      let clip = Clip.tagged(
        primaries: tags[0], transfer: tags[1], matrix: tags[2], isFull: tags[3] == 1, location: tags[4])
      let expected = try await ReopenedOutput(try await clip.file).signal()
      let job = try await Hardware.machine(with: unit).compress(
        clip, ["--backend", unit.rawValue, "--codec", codec, "--allow-larger"])
      let output = try await job.reopened(mayBeLarger: true)
      #expect(job.report["backend"].string == unit.rawValue)
      #expect(try await output.signal() == expected)
      #expect(try output.film.colorTags == expected)
    }
  }

  @Test("random films of any layout and tags look the same", arguments: Hardware.units, 101...108)
  func anyColor(unit: Unit, seed: Int) async throws {
    try await ColorCase(seed: UInt64(seed)).check(
      options: ["--backend", unit.rawValue], environment: try await Hardware.machine(with: unit).environment())
  }
}
