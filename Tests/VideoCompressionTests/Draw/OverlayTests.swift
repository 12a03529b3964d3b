import FFmpeg
import FoundationEssentials
import Media
import Testing

@testable import VideoCompression

@Suite("Pictures over frames") struct OverlayTests {
  private static let sdr = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited)
  private static func hdr(_ transfer: TransferCharacteristics) -> ColorDescription {
    ColorDescription(primaries: .bt2020, transfer: transfer, matrix: .bt2020NonConstant, range: .limited)
  }

  private func samples(_ color: ColorDescription, _ depth: Int, _ rgb: (UInt8, UInt8, UInt8)) -> [Int] {
    let found = SampleCoding(color: color, bitDepth: depth).samples(red: rgb.0, green: rgb.1, blue: rgb.2)
    return [found.luma, found.cb, found.cr].map { Int($0.rounded()) }
  }

  @Test("colors keep their numbers in standard range") func standard() {
    #expect(samples(Self.sdr, 8, (255, 255, 255)) == [235, 128, 128])
    #expect(samples(Self.sdr, 8, (0, 0, 0)) == [16, 128, 128])
    // BT.709's own numbers of red, green and blue at full saturation.
    #expect(samples(Self.sdr, 8, (255, 0, 0)) == [63, 102, 240])
    #expect(samples(Self.sdr, 8, (0, 255, 0)) == [173, 42, 26])
    #expect(samples(Self.sdr, 8, (0, 0, 255)) == [32, 240, 118])
    #expect(samples(Self.sdr, 10, (255, 255, 255)) == [940, 512, 512])
    let full = ColorDescription(matrix: .smpte170m, range: .full)
    #expect(samples(full, 8, (255, 255, 255)) == [255, 128, 128])
    #expect(samples(full, 8, (255, 0, 0))[0] == 76)
  }

  @Test("white is the reference white of 203 cd/m² in high dynamic range") func highRange() {
    // BT.2408, table 1: 58 % of PQ and 75 % of HLG.
    #expect(abs(samples(Self.hdr(.pq), 10, (255, 255, 255))[0] - (64 + Int(0.5807 * 876))) <= 1)
    #expect(abs(samples(Self.hdr(.hlg), 10, (255, 255, 255))[0] - (64 + Int(0.75 * 876))) <= 1)
    for transfer in [TransferCharacteristics.pq, .hlg] {
      let white = samples(Self.hdr(transfer), 10, (255, 255, 255))
      #expect(white[1] == 512 && white[2] == 512)
      #expect(samples(Self.hdr(transfer), 10, (0, 0, 0)) == [64, 512, 512])
    }
  }

  @Test("what a source doesn't say is what players take it for") func resolved() {
    let high = PixelSize(width: 1280, height: 720)
    let low = PixelSize(width: 640, height: 480)
    #expect(ColorDescription().resolved(for: high).matrix == .bt709)
    #expect(ColorDescription().resolved(for: low).matrix == .smpte170m)
    let pq = ColorDescription(transfer: .pq).resolved(for: low)
    #expect(pq.primaries == .bt2020 && pq.matrix == .bt2020NonConstant && pq.range == .limited)
    #expect(Self.sdr.resolved(for: low) == Self.sdr)
  }

  private static func grey(_ size: PixelSize, _ format: PixelFormat, luma: UInt8) throws -> Frame {
    try Frame(size: size, format: format) { plane, _ in ArraySlice(repeating: plane == 0 ? luma : 128, count: 64) }
  }

  private static func row(_ frame: Frame, _ plane: Int, _ row: Int, _ count: Int) -> [UInt8] {
    unsafe frame.withPlane(plane) { base, bytesPerRow in
      (0..<count).map { unsafe base.load(fromByteOffset: row * bytesPerRow + $0, as: UInt8.self) }
    } ?? []
  }

  @Test("opacity and the picture's own transparency mix it with the frame") func mixing() throws {
    let size = PixelSize(width: 16, height: 8)
    let coding = SampleCoding(color: Self.sdr, bitDepth: 8)
    // Two white columns: one opaque, one half transparent.
    let pixels: [UInt8] = (0..<8).flatMap { _ in [255, 255, 255, 255, 255, 255, 255, 128] as [UInt8] }
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 8), straight: pixels)
    for (opacity, expected) in [(1.0, [235, 135]), (0.5, [135, 85]), (0, [35, 35])] {
      let frame = try Self.grey(size, .yuv420p, luma: 35)
      Overlay(bitmap, x: 4, y: 0, on: size, opacity: opacity, coding: coding).blend(into: frame, layout: .yuv420p)
      let row = Self.row(frame, 0, 3, 16).map(Int.init)
      #expect(row[3] == 35 && row[6] == 35, "\(row)")
      #expect(abs(row[4] - expected[0]) <= 1 && abs(row[5] - expected[1]) <= 1, "\(opacity): \(row)")
    }
  }

  @Test("a picture at an odd place keeps its place in luma, and what lies outside is left out") func places() throws {
    let size = PixelSize(width: 16, height: 8)
    let coding = SampleCoding(color: Self.sdr, bitDepth: 8)
    let white = Bitmap(size: PixelSize(width: 3, height: 3), straight: [UInt8](repeating: 255, count: 36))
    for (x, y) in [(5, 3), (-1, -2), (15, 7), (20, 20), (0, 0)] {
      let frame = try Self.grey(size, .yuv420p, luma: 35)
      Overlay(white, x: x, y: y, on: size, coding: coding).blend(into: frame, layout: .yuv420p)
      for row in 0..<8 {
        for (column, sample) in Self.row(frame, 0, row, 16).enumerated() {
          let isInside = (x..<x + 3).contains(column) && (y..<y + 3).contains(row)
          #expect(sample == (isInside ? 235 : 35), "\(column),\(row) of a picture at \(x),\(y)")
        }
      }
    }
  }

  @Test("a picture is made smaller and larger without changing its color") func resizing() {
    let red = Bitmap(
      size: PixelSize(width: 40, height: 20), straight: (0..<800).flatMap { _ in [200, 30, 10, 255] as [UInt8] })
    for size in [PixelSize(width: 7, height: 3), PixelSize(width: 90, height: 33), PixelSize(width: 1, height: 1)] {
      let other = red.resized(to: size)
      #expect(other.size == size && other.pixels.count == size.width * size.height * 4)
      for start in stride(from: 0, to: other.pixels.count, by: 4) {
        #expect(Array(other.pixels[start..<start + 4]) == [200, 30, 10, 255])
      }
    }
  }

  @Test(
    "a subtitle's canvas is laid over the film",
    arguments: [
      // The same shape, smaller.
      (PixelSize(width: 1920, height: 1080), PixelSize(width: 1280, height: 720), 60, 900, 40, 600),
      // A film whose bars were cut off: what stands in the lower bar comes up into the picture.
      (PixelSize(width: 1920, height: 1080), PixelSize(width: 1920, height: 800), 60, 1000, 60, 700),
      (PixelSize(width: 1920, height: 1080), PixelSize(width: 1920, height: 800), 60, 500, 60, 360),
      // A canvas that tells nothing of its own: the film's pixels.
      (PixelSize(width: 720, height: 576), PixelSize(width: 1024, height: 576), 90, 400, 128, 400),
    ])
  func canvas(canvas: PixelSize, target: PixelSize, x: Int, y: Int, left: Int, top: Int) {
    let frame = PictureFrame(canvas: canvas, film: PixelSize(width: 720, height: 576), target: target)
    let place = frame.place(x: x, y: y, of: PixelSize(width: 300, height: 100))
    #expect(place.x == left && place.y == top)
  }

  @Test("a watermark stands at its corner, and fits") func watermarks() {
    let frame = PixelSize(width: 1920, height: 1080)
    let size = PixelSize(width: 200, height: 100)
    let places: [Watermark.Position: (Int, Int)] = [
      .topLeft: (22, 22), .topRight: (1698, 22), .bottomLeft: (22, 958), .bottomRight: (1698, 958), .center: (860, 490),
    ]
    for position in Watermark.Position.allCases {
      let plan = WatermarkPlan(
        Watermark(.init(filePath: "/logo.png"), position: position), of: size, on: frame)
      #expect(plan.x == places[position]?.0 && plan.y == places[position]?.1, "\(position)")
      #expect(plan.size == size)
    }
    let mark = Watermark(.init(filePath: "/logo.png"))
    // As large as the frame: where it is; larger: as large as fits.
    let whole = WatermarkPlan(mark, of: frame, on: frame)
    #expect(whole.x == 0 && whole.y == 0 && whole.size == frame)
    let large = WatermarkPlan(mark, of: PixelSize(width: 3840, height: 1080), on: frame)
    #expect(large.size == PixelSize(width: 1920, height: 540) && large.x == 0 && large.y == 518)
  }
}
