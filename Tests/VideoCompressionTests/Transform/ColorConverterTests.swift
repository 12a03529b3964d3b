import FFmpeg
import Media
import Testing

@testable import VideoCompression

@Suite("Color of frames") struct ColorConverterTests {
  private static let conversion = ColorConversion(
    source: .highRange(.hlg), target: .standardRange, peak: 1000)
  private static let size = PixelSize(width: 64, height: 300)

  private func frame() throws -> Frame {
    let frame = try Frame(size: Self.size, format: .yuv420p10) { plane, row in
      ArraySlice((0..<64).map { UInt8(plane == 0 ? 20 + (row * 3 + $0 * 2) % 200 : 100 + (row + $0) % 50) })
    }
    frame.presentationTime = 1234
    frame.duration = 40
    return frame
  }

  private func rows(of frame: Frame) -> [[UInt8]] {
    (0..<3).flatMap { plane in
      unsafe frame.withPlane(plane) { base, stride in
        (0..<(plane == 0 ? 300 : 150)).map { row in
          (0..<(plane == 0 ? 64 : 32)).map {
            unsafe base.load(fromByteOffset: row * stride + $0, as: UInt8.self)
          }
        }
      } ?? []
    }
  }

  @Test("any number of threads gives the same picture", arguments: [2, 3, 4, 16]) func threads(count: Int) throws {
    let one = try ColorConverter(Self.conversion, from: .yuv420p10, size: Self.size, to: .yuv420p, threads: 1)
    let several = try ColorConverter(Self.conversion, from: .yuv420p10, size: Self.size, to: .yuv420p, threads: count)
    let expected = rows(of: try one.convert(try frame()))
    #expect(expected.count == 600 && Set(expected.flatMap(\.self)).count > 50)
    #expect(rows(of: try several.convert(try frame())) == expected)
  }

  @Test("a frame keeps its times and says its new color") func properties() throws {
    let converter = try ColorConverter(Self.conversion, from: .yuv420p10, size: Self.size, to: .yuv420p, threads: 1)
    let result = try converter.convert(try frame())
    #expect(result.presentationTime == 1234 && result.duration == 40)
    #expect(result.color == .standardRange && result.pixelFormat == .yuv420p && result.size == Self.size)
  }

  @Test("a picture that converts to nothing known is refused with a reason") func unknown() {
    #expect(throws: FFmpegError.self) {
      try ColorConverter(
        Self.conversion, from: PixelFormat(name: "gbrp10le", bitDepth: 10, chromaSubsampling: .rgb), size: Self.size,
        to: .yuv420p, threads: 1)
    }
  }
}
