import Capabilities
import FFmpeg
import Foundation
import HDR
import Jobs
import Media
import TestSupport
import Testing
import VideoCompression

@testable import ImageCompression

/// Pictures of HEVC that were coded before libheif is asked to write them.
@Suite struct CodedPictureTests {
  /// A coded picture of one brightness, and what it shows.
  private struct Coded: Sendable {
    let brightness: UInt8
    let size: PixelSize
    let units: [[UInt8]]
  }

  /// As video units give it: parameter sets and one intra picture, with start codes.
  private static func coded(_ brightness: UInt8, _ size: PixelSize) async throws -> Coded {
    let luma = String(brightness, radix: 16)
    let clip = Clip(
      "gray-\(luma)-\(size).hevc",
      ffmpeg: [
        "-f", "lavfi", "-i", "color=black:size=\(size.width)x\(size.height):rate=1", "-frames:v", "1", "-vf",
        "lutyuv=y=\(brightness):u=128:v=128", "-pix_fmt", "yuv420p", "-c:v", "libx265", "-x265-params",
        "log-level=none:info=0:range=full", "-f", "hevc",
      ])
    let bytes = [UInt8](try Data(contentsOf: try await clip.file))
    let units = NALUnitScanner.units(in: bytes).filter { (0...34).contains($0[0] >> 1) }
    return Coded(brightness: brightness, size: size, units: units)
  }

  private static func write(_ coded: Coded) throws -> [UInt8] {
    let color = ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .smpte170m, range: .full)
    let writer = try HeifWriter(
      HeifEncoding(
        format: .heic, quality: 80, isLossless: false, threads: 1, color: color, writesColor: true, iccProfile: []))
    let frame = try Frame(size: coded.size, format: .yuv420p, color: color)
    _ = try writer.add(coded: coded.units, of: frame)
    return try writer.finish()
  }

  private static func brightness(of file: [UInt8]) throws -> (size: PixelSize, brightness: Int) {
    let picture = try HeifFile(file).primary().decode(as: .yuv420).frames(color: .jpeg).picture
    return (picture.size, Int(picture.samples(of: 0)[0]))
  }

  @Test func `pictures that are written at the same time each get their own units`() async throws {
    var pictures: [Coded] = []
    for number in 0..<8 {
      pictures.append(
        try await Self.coded(UInt8(20 + number * 25), PixelSize(width: 64 + number * 16, height: 160 - number * 8)))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for turn in 0..<64 {
        let picture = pictures[turn % pictures.count]
        group.addTask {
          let found = try Self.brightness(of: try Self.write(picture))
          #expect(found.size == picture.size)
          #expect(abs(found.brightness - Int(picture.brightness)) <= 3, "\(found) instead of \(picture.brightness)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `units without a picture's size are an error, not a file`() async throws {
    let picture = try await Self.coded(90, PixelSize(width: 64, height: 64))
    for units in [[], picture.units.filter { $0[0] >> 1 != 33 }, [[0x26, 0x01]]] {
      #expect(throws: HeifError.self) {
        try Self.write(Coded(brightness: 90, size: picture.size, units: units))
      }
    }
  }

  @Test func `whoever asks libheif for an encoder of HEIC gets the processor's, as before`() async throws {
    _ = try Self.write(try await Self.coded(90, PixelSize(width: 64, height: 64)))
    let photo = try Data(contentsOf: try await Clip.photo().file)
    let (_, report) = try await ImageCompressor().compress(
      photo, .image(.heic).sizePolicy(.allowLarger), backend: .software)
    #expect(report.encoder?.contains("x265") == true)
    #expect(report.backend == .software)
    #expect(report.attempts.map(\.result) == [.succeeded])
  }

  @Test func `a unit that isn't there is refused with what was looked for, before anything is written`() async throws {
    let photo = try await Clip.photo().file
    let folder = try TemporaryFolder()
    await #expect {
      _ = try await ImageCompressor().compress(
        ImageRequest(from: photo, to: .file(folder.file("out.heic"))).device("/dev/dri/renderD250"))
    } throws: { error in
      let error = error as? CompressionError
      return error?.code == .notSupported && error?.message.contains("renderD250") == true
        && error?.imageReport?.outcome == .failed
    }
    #expect(folder.contents == [])
    let report = try await ImageCompressor().compress(
      ImageRequest(
        from: photo, to: .file(folder.file("out.heic")), image: .automatic.sizePolicy(.allowLarger),
        device: "/dev/dri/renderD250", fallback: .allow))
    #expect(report.outcome == .compressed)
  }
}
