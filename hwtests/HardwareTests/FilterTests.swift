import FoundationEssentials
import TestSupport
import Testing

@Suite("Filters before devices", .needsDevices) struct FilterTests {
  /// What is asked for, and how much the device's result has to be like the processor's.
  struct Wish: Sendable, CustomTestStringConvertible {
    let name: String
    let clip: Clip
    let options: [String]
    var testDescription: String { name }

    static let all = [
      Wish(name: "bars", clip: .box("640x360"), options: ["--size", "480x480"]),
      Wish(name: "bars in full range", clip: .box("640x360", range: "pc"), options: ["--size", "480x480"]),
      Wish(name: "cropped", clip: .box("640x360"), options: ["--size", "400x400", "--scale-mode", "fill"]),
      Wish(name: "scaled", clip: .box("640x360"), options: ["--scale", "320:-1"]),
      Wish(name: "noise", clip: .noisy(deviation: 5.2), options: ["--denoise", "high"]),
      Wish(name: "noise in ten bits", clip: .noisy(deviation: 5.2, depth: 10), options: ["--denoise", "medium"]),
      Wish(name: "levels", clip: .flat(), options: ["--levels", "automatic"]),
      Wish(name: "HLG", clip: .grey("arib-std-b67"), options: ["--codec", "h264"]),
      Wish(name: "PQ", clip: .grey("smpte2084"), options: ["--color", "sdr"]),
      Wish(name: "PQ to HLG", clip: .grey("smpte2084"), options: ["--color", "hlg"]),
      Wish(name: "HLG to PQ", clip: .grey("arib-std-b67"), options: ["--color", "pq"]),
      Wish(name: "a screen", clip: .terminal("640x480", frames: 30), options: ["--content", "analyze"]),
    ]
  }

  @Test("a device's result shows what the processor's does", arguments: Hardware.units, Wish.all)
  func filters(unit: Unit, wish: Wish) async throws {
    let options = wish.options + (wish.options.contains("--codec") ? [] : ["--codec", "hevc"]) + settled
    let job = try await Hardware.machine(with: unit).compress(wish.clip, ["--backend", unit.rawValue] + options)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(job.report["backend"].string == unit.rawValue)
    let software = try await Machine.bare.compress(wish.clip, ["--backend", "software"] + options)
    let expected = try await software.reopened(mayBeLarger: true)
    #expect(try output.film.color == expected.film.color && output.film.pixFmt == expected.film.pixFmt)
    #expect(try output.film.displayed == expected.film.displayed)
    #expect(try await output.similarity(to: expected) >= 32)
  }

  @Test("what a unit can't do is done by the processor, also where the unit could decode", .needsSimulator)
  func decodedByProcessor() async throws {
    let result = try await SwageCommand.run(
      [
        "compress", "--dry-run", "--json", "--backend", "vaapi", "--size", "480x480",
        try await Clip.box("640x360").file.path,
      ], environment: try await Machine.vaapi("decode=h264,hevc;scale=1").environment())
    #expect(try JSON(text: result.output)["attempts"][0]["decoding"].string == "processor", "\(result.text)")
  }
}
