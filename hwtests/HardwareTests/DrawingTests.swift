import Foundation
import TestSupport
import Testing

@Suite("Drawing on every backend", .needsSimulator) struct DrawingTests {
  /// What draws: a backend on its machine.
  struct Place: Sendable, CustomTestStringConvertible {
    let backend: String
    let machine: Machine
    var testDescription: String { backend }

    static let all = [
      Place(backend: "software", machine: .bare), Place(backend: "vaapi", machine: .vaapi("decode=h264,hevc;scale=1")),
      Place(backend: "nvenc", machine: .nvenc()),
    ]
  }

  struct Film: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let clip: Clip
    var options: [String] = []
    var name = "out.mp4"
    var depth = 8

    static let all = [
      Film(testDescription: "HEVC of 8 bits in MP4", clip: .short, options: ["codec=hevc"]),
      Film(testDescription: "H.264 in Matroska", clip: .short, options: ["codec=h264"], name: "out.mkv"),
      Film(testDescription: "ten bits", clip: .shortTenBit, options: ["codec=hevc"], depth: 10),
      Film(testDescription: "HLG in QuickTime", clip: .hlg, options: ["codec=hevc"], name: "out.mov", depth: 10),
      Film(testDescription: "scaled", clip: .wide, options: ["codec=hevc", "longSide=400"]),
      Film(testDescription: "a noted turn", clip: .portrait, options: ["codec=h264"]),
      Film(testDescription: "an odd size", clip: .odd, options: ["codec=hevc"]),
      Film(testDescription: "interlaced and anamorphic", clip: .interlaced, options: ["codec=h264"]),
    ]
  }

  @Test("what is drawn is in every frame, in order, upright, in its color", arguments: Place.all, Film.all)
  func counts(place: Place, film: Film) async throws {
    let folder = try TemporaryFolder()
    let output = folder.file(film.name)
    let told = try await Self.draw(film.clip, to: output, on: place, film.options)
    #expect(
      told.last?.hasPrefix("end compressed") == true && told.last?.hasSuffix("true") == true, "\(told.last ?? "")")
    if place.backend != "software" { #expect(told.last?.contains(place.backend) == true, "\(told.last ?? "")") }
    #expect(told.contains("most 1"))
    let calls = told.filter { $0.hasPrefix("frame ") }.map { $0.split(separator: " ") }
    let file = try await ReopenedOutput(output)
    #expect(try await file.decodingErrors() == "")
    let times = try await file.frameTimes().compactMap(\.self)
    #expect(calls.map { Int($0[1]) } == Array(0..<times.count).map { $0 })
    let told2 = calls.compactMap { Double($0[2]) }
    #expect(zip(told2, told2.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(told2, times).allSatisfy { abs($0 - $1) < 0.002 }, "\(told2) \(times)")
    #expect(calls.allSatisfy { $0[3] == "\(film.depth)" })
    // What is noted of a turn would turn what is drawn, too.
    let stream = try file.film
    #expect(stream.displayMatrix == [1, 0, 0, 1])
    #expect(calls.allSatisfy { $0[4] == "\(stream.width ?? 0)x\(stream.height ?? 0)" })
    #expect(try await file.drawnNumbers() == Array(0..<times.count))
    for color in try await file.drawnColors() {
      #expect(zip(color, [120, 90, 180]).allSatisfy { abs(Int($0) - $1) <= 6 }, "\(color)")
    }
  }

  @Test("an artist's error comes out as it is, nothing is left, and no other encoder is tried", arguments: Place.all)
  func refusal(place: Place) async throws {
    let folder = try TemporaryFolder()
    let told = try await Self.draw(
      .short, to: folder.file("out.mp4"), on: place, ["codec=hevc", "failAt=7", "fallback=allow"])
    #expect(told.last == "refusal 7")
    // Once for each frame until then: another attempt would begin with the first again.
    #expect(told.filter { $0.hasPrefix("frame ") }.count == 7)
    #expect(folder.contents == [])
  }

  @Test("when a device fails, the next encoder's frames are drawn from the first on", arguments: Place.all.dropFirst())
  func fallback(place: Place) async throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.mp4")
    let fault = place.backend == "vaapi" ? "EndPicture@frame13:HW_BUSY" : "EncodePicture@13:GENERIC"
    let told = try await Self.draw(
      .short, to: output, on: place, ["codec=hevc", "fallback=allow"], faults: [fault])
    #expect(told.last?.contains("libx265") == true, "\(told.last ?? "")")
    #expect(told.filter { $0.hasPrefix("frame 0 ") }.count == 2)
    #expect(try await ReopenedOutput(output).drawnNumbers() == Array(0..<25))
  }

  @Test("a watermark and subtitles come onto a device's pictures, too", arguments: Place.all, [8, 10])
  func watermark(place: Place, depth: Int) async throws {
    let folder = try TemporaryFolder()
    let image = folder.file("white.png")
    try await Clip.ffmpeg(["-f", "lavfi", "-i", "color=white:size=40x20,format=rgb24", "-frames:v", "1"], to: image)
    let text = folder.file("text.srt")
    try Data("1\n00:00:00,200 --> 00:00:00,600\n████████\n".utf8).write(to: text)
    let job = try await place.machine.compress(
      depth == 8 ? .short : .shortTenBit,
      [
        "--backend", place.backend, "--codec", "hevc", "--watermark", "\(image.path):top-left", "--burn-subtitles",
        text.path,
      ] + settled)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(job.report["backend"].string == place.backend)
    let corner = try await output.frames("crop=32:12:8:8,scale=1:1:flags=area", size: (1, 1)).map { Int($0[0]) }
    #expect(corner.count == 25 && corner.allSatisfy { abs($0 - 255) <= 4 || abs($0 - 235) <= 4 }, "\(corner)")
    let lower = try await output.frames("crop=40:10:140:160,scale=1:1:flags=area", size: (1, 1)).map { Int($0[0]) }
    #expect(lower[6..<14].allSatisfy { $0 > 170 }, "\(lower)")
  }

  /// Runs the drawing program; its lines.
  private static func draw(
    _ clip: Clip, to output: URL, on place: Place, _ options: [String], faults: [String] = []
  ) async throws -> [String] {
    let tool = URL(fileURLWithPath: SwageCommand.path).deletingLastPathComponent().appendingPathComponent("ArtistTool")
    let result = try await run(
      tool.path, [try await clip.file.path, output.path, place.backend, SwageCommand.path] + options,
      environment: try await place.machine.environment(with: faults))
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result.text.split(separator: "\n").map(String.init)
  }
}
