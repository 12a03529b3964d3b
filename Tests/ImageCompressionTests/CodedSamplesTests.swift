import FFmpeg
import Foundation
import Jobs
import Media
import TestSupport
import Testing

@testable import ImageCompression

/// The result's samples are compared as they are coded, without a way through red, green and blue.
@Suite struct CodedSamplesTests {
  private func heic(_ clip: Clip, _ settings: ImageSettings = .image(.heic).quality(0.9)) async throws -> [UInt8] {
    let made = try await Compressed(try await clip.file, settings.sizePolicy(.allowLarger))
    return [UInt8](try Data(contentsOf: made.file))
  }

  private func reader(_ decoding: PictureReader.Decoding) -> PictureReader {
    PictureReader(name: "x", path: nil, pixelLimit: 4_000_000, decoding: decoding)
  }

  @Test(arguments: [1, 2])
  func `a HEIC picture comes out as coded with the samples that libheif shows`(threads: Int) async throws {
    let bytes = try await heic(Clip.photo())
    let coded = try reader(.asCoded(threads: threads)).read(bytes)
    let shown = try reader(.asShown).read(bytes)
    #expect(coded.picture.pixelFormat == .yuv420p)
    #expect(shown.picture.pixelFormat?.name == "gbrp")
    #expect(coded.description == shown.description)
    let reduced = try shown.picture.filtered(
      ScaleFilter(from: shown.picture.color, to: coded.picture.color, size: coded.picture.size, layout: .yuv420p).text)
    let likeness = try coded.picture.similarity(to: reduced)
    #expect(likeness > 0.97, "\(likeness)")
  }

  @Test func `a picture of odd sides comes out as libheif shows it, cropped`() async throws {
    let clip = Clip(
      "sides-161x121.png",
      ffmpeg: ["-f", "lavfi", "-i", "testsrc2=size=320x240,scale=161:121", "-frames:v", "1", "-pix_fmt", "rgb24"])
    let read = try reader(.asCoded(threads: 1)).read(try await heic(clip))
    #expect(read.picture.size == PixelSize(width: 161, height: 121))
  }

  @Test func `without loss, brightness and color are held against the source's to the last bit`() async throws {
    let made = try await Compressed(
      try await Clip.photo().file, .image(.heic).lossless().sizePolicy(.allowLarger))
    let check = try #require(made.report.verification?.checks.first { $0.name == "largest difference" })
    #expect(check.expected == "0")
    #expect(check.found == "0")
  }

  @Test func `a result whose coded samples are damaged fails its verification`() async throws {
    let source = [UInt8](try Data(contentsOf: try await Clip.photo().file))
    let job = ImageJob(
      settings: .image(.heic).quality(0.9), namedFormat: nil, name: "x", path: nil, threads: 2, control: JobControl(),
      passage: try await PixelBudget.shared.enter())
    var report = ImageReport(outcome: .compressed)
    let ready = try job.makeReady(source, &report)
    var bytes = try job.encode(ready, &report)
    try job.verify(bytes, of: ready, at: nil, &report)
    #expect(report.verification?.passed == true)
    let extent = try #require(HeifItems(bytes).extents.first)
    for place in (extent.lowerBound + 100)..<extent.upperBound { bytes[place] ^= 0x5A }
    #expect { try job.verify(bytes, of: ready, at: nil, &report) } throws: {
      ($0 as? CompressionError)?.code == .verificationFailed
    }
  }

  @Test func `coded samples that lie beyond the file aren't looked for`() async throws {
    let bytes = try await heic(Clip.photo())
    let extent = try #require(HeifItems(bytes).extents.first)
    #expect(extent.count > 1000)
    for end in [extent.upperBound - 1] + stride(from: 0, to: extent.lowerBound, by: 7) {
      #expect(HeifItems(Array(bytes[..<end])).extents.isEmpty)
    }
  }
}
