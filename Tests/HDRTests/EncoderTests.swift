import Foundation
import HDR
import Media
import TestSupport
import Testing

@Suite("Metadata of encoders, and ours in their place") struct EncoderTests {
  private static let display = "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(10000000,1)"

  /// A clip of eight pictures, a keyframe and pictures that refer to it, without container.
  private func clip(_ name: String, _ encoder: String, _ settings: String, in folder: TemporaryFolder) async throws
    -> URL
  {
    let file = folder.file(name)
    let format = encoder == "libx265" ? "yuv420p10le" : "yuv420p"
    let source = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=24:duration=0.33", "-pix_fmt", format]
    let option = encoder == "libx265" ? "-x265-params" : "-x264-params"
    let output = ["-c:v", encoder, "-preset", "ultrafast", option, settings, file.path]
    let encoded = try await run("ffmpeg", ["-v", "error"] + source + output)
    guard encoded.status == .exited(0) else { throw ToolFailure(encoded.errorText) }
    return file
  }

  /// The transfer that a decoder settles on.
  private func transfer(of film: URL) async throws -> String {
    let entries = ["-select_streams", "v:0", "-show_entries", "stream=color_transfer", "-of", "csv=p=0", film.path]
    return try await run("ffprobe", ["-v", "error"] + entries).text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("what x265 writes is read, and the same values written by us into a clip without are found by ffprobe")
  func x265() async throws {
    let folder = try TemporaryFolder()
    let common = "log-level=error:repeat-headers=1:transfer=14"
    let theirs = try await clip(
      "theirs.hevc", "libx265", "\(common):hdr10=1:master-display=\(Self.display):max-cll=1000,400:atc-sei=18",
      in: folder)
    let plain = try await clip("plain.hevc", "libx265", common, in: folder)
    let reader = try #require(MetadataReader(codec: "hevc", configuration: []))
    let read = reader.read(try #require(try await accessUnits(of: theirs, in: folder).first))
    let expected = StaticMetadata(
      masteringDisplay: Sample.display, contentLight: Sample.light, preferredTransfer: .hlg)
    #expect(read.fixed == expected)
    #expect(read.dynamic.isEmpty)

    let units = try await accessUnits(of: plain, in: folder)
    #expect(units.count == 8)
    #expect(units.allSatisfy { reader.read($0) == PacketMetadata() })
    let writer = MetadataWriter(codec: .hevc, fixed: read.fixed)
    let ours = folder.file("ours.hevc")
    let written = units.enumerated().map { index, unit in writer.rewrite(unit, isKeyframe: index == 0, dynamic: nil) }
    try Data(written.joined()).write(to: ours)
    let probed = try await ProbedPictures(of: ours).sideData
    let reference = try await ProbedPictures(of: theirs).sideData
    #expect(probed.count == 8)
    for type in [ProbedPictures.display, ProbedPictures.light] {
      #expect(probed.allSatisfy { $0[type] != nil })
      #expect(probed.map { $0[type] } == reference.map { $0[type] })
    }
    #expect(try await transfer(of: plain) == "bt2020-10")
    #expect(try await transfer(of: theirs) == "arib-std-b67")
    #expect(try await transfer(of: ours) == "arib-std-b67")
  }

  @Test("what x264 writes is read, and replaced by what we know better") func x264() async throws {
    let folder = try TemporaryFolder()
    let settings = "log-level=error:aud=1:mastering-display=\(Self.display):cll=1000,400"
    let theirs = try await clip("theirs.h264", "libx264", settings, in: folder)
    let stream = [UInt8](try Data(contentsOf: theirs))
    let starts = stream.indices.dropLast(4).filter { stream[$0..<($0 + 5)].elementsEqual([0, 0, 0, 1, 9]) }
    let units = zip(starts, starts.dropFirst() + [stream.count]).map { Array(stream[$0..<$1]) }
    #expect(units.count == 8)
    let first = try #require(units.first)
    let reader = try #require(MetadataReader(codec: "h264", configuration: []))
    let read = reader.read(first).fixed
    #expect(read == StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light))

    let known = StaticMetadata(contentLight: ContentLightLevel(maximumContentLight: 600, maximumFrameAverageLight: 90))
    let writer = MetadataWriter(codec: .h264, fixed: known)
    let written = units.enumerated().map { index, unit in writer.rewrite(unit, isKeyframe: index == 0, dynamic: nil) }
    #expect(written.map { reader.read($0).fixed } == [known] + Array(repeating: StaticMetadata(), count: 7))
    let ours = folder.file("ours.h264")
    try Data(written.joined()).write(to: ours)
    var pictures: [String] = []
    for file in [theirs, ours] {
      let decoded = try await run("ffmpeg", ["-v", "error", "-i", file.path, "-f", "framemd5", "-"])
      #expect(decoded.status == .exited(0) && decoded.errorText == "")
      pictures.append(decoded.text)
    }
    #expect(pictures[0] == pictures[1])
  }
}
