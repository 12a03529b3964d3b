import Foundation
import TestSupport
import Testing

@Suite("Devices that decode, too", .needsSimulator) struct DecodingTests {
  private static let machine = Machine.vaapi("decode=h264,hevc;scale=1")

  @Test(
    "what a device decodes is the film, in its time, size and color",
    arguments: [
      ("8 bits", Clip.short, []), ("ten bits", .hlg, []), ("turned", .oriented(6), []),
      ("scaled", .plain, ["--long-side", "200"]), ("trimmed", .plain, ["--trim", "0.5..1.5"]),
      ("a hidden start", .hiddenStart, []), ("HEVC", .pq, ["--codec", "hevc"]),
    ] as [(String, Clip, [String])])
  func decodes(kind: (name: String, clip: Clip, options: [String])) async throws {
    let plan = try await SwageCommand.run(
      ["compress", "--dry-run", "--json", "--backend", "vaapi"] + kind.options + [try await kind.clip.file.path],
      environment: try await Self.machine.environment())
    #expect(try JSON(text: plan.output)["attempts"][0]["decoding"].string == "device", "\(plan.text)")
    let job = try await Self.machine.compress(kind.clip, ["--backend", "vaapi"] + kind.options + settled)
    let output = try await job.reopened(mayBeLarger: true)
    let software = try await Machine.bare.compress(kind.clip, ["--backend", "software"] + kind.options + settled)
    let expected = try await software.reopened(mayBeLarger: true)
    #expect(try output.film.color == expected.film.color && output.film.pixFmt == expected.film.pixFmt)
    #expect(try output.film.displayed == expected.film.displayed)
    #expect(try output.film.displayMatrix == expected.film.displayMatrix)
    #expect(try await Comparison(source: expected, output: output).timingFaults(tolerance: 0.002) == [])
    #expect(try await output.similarity(to: expected) >= 30)
  }

  @Test(
    "a decoder that fails costs the decoder only: the same device still encodes the whole film",
    arguments: ["DecodeEndPicture", "DecodeBeginPicture", "DecodeRenderPicture", "DecodeSyncSurface"], [1, 13, 25])
  func fails(call: String, frame: Int) async throws {
    try await expectWhole("\(call)@frame\(frame):HW_BUSY")
  }

  @Test("a decoder that doesn't open is noticed", arguments: ["DecodeCreateContext@1:ALLOCATION_FAILED"])
  func opening(fault: String) async throws { try await expectWhole(fault) }

  @Test("noise instead of a keyframe never gets into the result") func noise() async throws {
    try await expectWhole("DecodeEndPicture@frame1:garbage")
  }

  @Test("noise between keyframes never gets into the result", arguments: [13, 25])
  func laterNoise(frame: Int) async throws {
    await withKnownIssue("only keyframes are held against those that the processor decodes") {
      try await expectWhole("DecodeEndPicture@frame\(frame):garbage")
    }
  }

  @Test("a decoder that hangs is left", arguments: [1, 13, 25]) func hangs(frame: Int) async throws {
    try await expectWhole("DecodeEndPicture@frame\(frame):hang", encoder: nil)
  }

  /// Checks that the result is the whole film, made by the device unless somebody else may stand in for it.
  private func expectWhole(
    _ fault: String, encoder: String? = "vaapi", at location: SourceLocation = #_sourceLocation
  ) async throws {
    let job = try await Self.machine.compress(.short, settled, faults: [fault], at: location)
    let output = try await job.reopened(mayBeLarger: true, at: location)
    if let encoder { #expect(job.report["backend"].string == encoder, sourceLocation: location) }
    let times = try await output.frameTimes().map { $0 ?? .nan }
    #expect(
      times.count == 25 && times.indices.allSatisfy { near(times[$0], Double($0) / 25, 0.001) }, "\(times)",
      sourceLocation: location)
    let likeness = try await output.likeness(to: .short)
    #expect(likeness.count == 25 && likeness.allSatisfy { $0 > 30 }, "\(likeness)", sourceLocation: location)
  }
}
