import FFmpeg
import Foundation
import Media
import Testing

@testable import VideoCompression

@Suite("The scaler changes layout and size only") struct ScalerTests {
  private static let source = PixelSize(width: 160, height: 128)
  private static let layouts: [PixelFormat] = [
    .made("yuv420p10le", 10, .yuv420), .made("yuv422p10le", 10, .yuv422), .made("yuv444p10le", 10, .yuv444),
    .made("yuv440p10le", 10, .yuv440), .made("yuv411p", 8, .yuv411), .made("yuv410p", 8, .yuv410),
  ]

  @Test(
    "chroma stays within a sixteenth of a pixel of its place against luma",
    arguments: layouts, [ChromaLocation.left, .center, .topLeft, .top, .bottomLeft, .bottom])
  func chromaPlace(layout: PixelFormat, location: ChromaLocation) throws {
    let is420 = layout.chromaSubsampling == .yuv420
    // 4:1:0 lies lower than the scaler can be told.
    if layout.chromaSubsampling == .yuv410, [.bottom, .bottomLeft].contains(location) { return }
    let color = ColorDescription(range: .limited, chromaLocation: is420 ? location : .left)
    for size in [(160, 128), (80, 64), (320, 256), (64, 48)].map(PixelSize.init(width:height:)) {
      for isAcross in [true, false] {
        let ramp = Ramp(isAcross: isAcross, of: Self.source)
        let frame = try ramp.frame(layout, chroma: location, size: Self.source)
        let filters = ScalerNotation(color: color).filters(
          to: size, .yuv420p10, from: Self.source, layout, location: location)
        let scaled = try Self.run(frame, filters)
        let shift = try ramp.shift(in: scaled, chroma: color.chromaLocation)
        // The steps of eight bits alone make more of a ramp that is spread over four times as many samples.
        #expect(
          abs(shift) < (layout.bitDepth > 8 ? 1.0 / 16 : 1.0 / 8), "\(size) \(isAcross ? "across" : "down"): \(shift)")
      }
    }
  }

  @Test(
    "a slow ramp keeps its local means when bits are lost",
    arguments: [
      PixelFormat.made("yuv420p10le", 10, .yuv420), .made("yuv422p10le", 10, .yuv422),
      .made("yuv444p12le", 12, .yuv444), .made("yuv420p16le", 16, .yuv420), .made("gray16le", 16, .gray),
      .made("yuv422p16le", 16, .yuv422),
    ], [2, 1])
  func dithering(layout: PixelFormat, divisor: Int) throws {
    let size = PixelSize(width: 512 / divisor, height: 64 / divisor)
    let unit = Double(1 << (layout.bitDepth - 8))
    // Four steps of eight bits over the whole width.
    let frame = try Frame(blank: PixelSize(width: 512, height: 64), format: layout)
    frame.fill(0, layout) { x, _ in ((100 + 4 * Double(x) / 512) * unit).rounded() }
    for plane in 1...2 { frame.fill(plane, layout) { _, _ in 128 * unit } }
    let filters = ScalerNotation(color: ColorDescription()).filters(
      to: size, .yuv420p, from: frame.size, layout, location: .left)
    let luma = try Self.run(frame, filters).samples(0, size.width, size.height, isWide: false)
    for start in stride(from: 16, to: size.width - 32, by: 16) {
      let part = (start..<start + 16).flatMap { x in (8..<24).map { luma[$0 * size.width + x] } }
      let mean = part.reduce(0, +) / Double(part.count)
      let expected = 100 + 4 * (Double(start) + 7.5 + 0.5 - 0.5 / Double(divisor)) * Double(divisor) / 512
      #expect(abs(mean - expected) < 0.2, "\(mean) for \(expected)")
    }
    #expect(Set(luma).count >= 5, "whole steps were lost")
  }

  @Test(
    "samples stay as they are, whatever the range and the matrix are said to be",
    arguments: [ColorRange.limited, .full, .unspecified], [0, 1, 2, 5, 6, 8, 9, 10, 12, 14])
  func meaning(range: ColorRange, matrix: Int) throws {
    let color = ColorDescription(matrix: MatrixCoefficients(rawValue: matrix), range: range)
    for layout in Self.layouts + [.yuv420p, .made("yuvj422p", 8, .yuv422), .made("yuvj444p", 8, .yuv444), .nv12] {
      let unit = Double(1 << (layout.bitDepth - 8))
      let frame = try Frame(blank: Self.source, format: layout)
      let values = [30.0, 90, 200]
      for plane in 0...2 {
        frame.fill(plane, layout) { x, _ in values[layout == .nv12 && plane == 1 ? 1 + x % 2 : plane] * unit }
      }
      let size = PixelSize(width: 80, height: 64)
      let filters = ScalerNotation(color: color).filters(
        to: size, .yuv420p, from: Self.source, layout, location: .left)
      let scaled = try Self.run(frame, filters)
      // In full range, ten bits have four times and a bit more.
      let slack = range == .full && layout.bitDepth > 8 ? 1.0 : 0.0
      for plane in 0...2 {
        let found = scaled.samples(plane, plane == 0 ? 80 : 40, plane == 0 ? 64 : 32, isWide: false)
        #expect(found.allSatisfy { abs($0 - values[plane]) <= slack }, "\(layout.name) plane \(plane): \(found[0])")
      }
    }
  }

  @Test(
    "odd, tiny and narrow pictures are scaled like all others",
    arguments: [(161, 121), (2, 2), (17, 1), (15, 64), (160, 90), (161, 90)],
    [("yuv420p", ChromaSubsampling.yuv420), ("yuv422p", .yuv422), ("yuv444p", .yuv444)])
  func oddSizes(sides: (Int, Int), layout: (String, ChromaSubsampling)) throws {
    let before = PixelSize(width: sides.0, height: sides.1)
    let layout = PixelFormat.made(layout.0, 8, layout.1)
    let color = ColorDescription(range: .limited, chromaLocation: .left)
    for size in [(64, 48), (322, 242), (8, 16)].map(PixelSize.init(width:height:)) {
      let frame = try Frame(blank: before, format: layout)
      for plane in 0...2 { frame.fill(plane, layout) { _, _ in [90.0, 30, 200][plane] } }
      let filters = ScalerNotation(color: color).filters(to: size, .yuv420p, from: before, layout, location: .left)
      let scaled = try Self.run(frame, filters)
      #expect(scaled.size == size)
      #expect(scaled.samples(0, size.width, size.height, isWide: false).allSatisfy { $0 == 90 })
    }
  }

  @Test("conversions that a graph inserts by itself keep full range", arguments: ["nv12", "yuv444p", "yuv422p"])
  func inserted(name: String) throws {
    let frame = try Frame(blank: Self.source, format: .yuvj420p)
    for plane in 0...2 { frame.fill(plane, .yuv420p) { _, _ in [250.0, 3, 128][plane] } }
    let color = ColorDescription(matrix: .bt709, range: .full)
    let graph = try FilterGraph(
      input: .video(
        size: Self.source, pixelFormat: .yuvj420p, pixelAspect: Rational(1, 1), timeBase: Rational(1, 25)),
      description: "format=\(name)", conversion: ScalerNotation(color: color).options, threads: 1)
    try graph.send(frame)
    try graph.finish()
    guard case .ready(let made) = try graph.receive() else { return #expect(Bool(false)) }
    #expect(made.samples(0, 8, 8, isWide: false).allSatisfy { $0 == 250 })
    #expect(made.samples(1, 1, 8, isWide: false).allSatisfy { $0 == 3 })
  }

  @Test(
    "red, green and blue become what the matrix says",
    arguments: [MatrixCoefficients.bt709, .smpte170m, .bt2020NonConstant], ["rgb24", "bgr24", "rgba", "gbrp"])
  func colors(matrix: MatrixCoefficients, name: String) throws {
    let layout = PixelFormat.made(name, 8, .rgb)
    let color = ColorDescription(matrix: matrix, range: .limited, chromaLocation: .left)
    let coding = SampleCoding(color: color, bitDepth: 8)
    for (red, green, blue) in [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (64, 64, 64), (200, 120, 40)] {
      let frame = try Frame(blank: Self.source, format: layout)
      if name == "gbrp" {
        for plane in 0...2 { frame.fill(plane, layout) { _, _ in Double([green, blue, red][plane]) } }
      } else {
        let pixel =
          name == "bgr24" ? [blue, green, red] : name == "rgba" ? [red, green, blue, 255] : [red, green, blue]
        frame.fill(0, layout, samplesInPixel: pixel.count) { x, _ in Double(pixel[x % pixel.count]) }
      }
      let filters = ScalerNotation(color: color).filters(
        to: Self.source, .yuv420p, from: Self.source, layout, location: .unspecified)
      let made = try Self.run(frame, filters)
      let expected = coding.samples(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      for (plane, value) in [expected.luma, expected.cb, expected.cr].enumerated() {
        let found = made.samples(plane, 8, 8, isWide: false)
        #expect(found.allSatisfy { abs($0 - value) < 1 }, "\(red) \(green) \(blue): \(found[0]) for \(value)")
      }
    }
  }

  private static func run(_ frame: Frame, _ filters: [String]) throws -> Frame {
    let graph = try FilterGraph(
      input: .video(
        size: frame.size, pixelFormat: try #require(frame.pixelFormat), pixelAspect: Rational(1, 1),
        timeBase: Rational(1, 25)), description: filters.joined(separator: ","), threads: 1)
    try graph.send(frame)
    try graph.finish()
    guard case .ready(let made) = try graph.receive() else { throw CancellationError() }
    return made
  }
}

/// Chroma that rises (Cb) and falls (Cr) softly at one place, so that both together tell where that is, whatever rounding
/// adds to either.
private struct Ramp {
  let isAcross: Bool
  let length: Double

  init(isAcross: Bool, of size: PixelSize) {
    self.isAcross = isAcross
    length = Double(isAcross ? size.width : size.height)
  }

  private var middle: Double { length / 2 + 3.3 }
  private var width: Double { length / 16 }
  private static let height = 80.0

  /// A frame with its chroma samples in certain places.
  func frame(_ layout: PixelFormat, chroma location: ChromaLocation, size: PixelSize) throws -> Frame {
    let unit = Double(1 << (layout.bitDepth - 8))
    let step = layout.chromaStep
    let frame = try Frame(blank: size, format: layout)
    frame.fill(0, layout) { _, _ in 128 * unit }
    for plane in 1...2 {
      frame.fill(plane, layout) { x, y in
        let at = isAcross ? location.center(x, step.0, isAcross: true) : location.center(y, step.1, isAcross: false)
        let rise = Self.height * tanh((at - middle) / width)
        return ((128 + (plane == 1 ? rise : -rise)) * unit).rounded()
      }
    }
    return frame
  }

  /// How far a scaled frame's chroma lies behind where it should, in its luma samples.
  func shift(in frame: Frame, chroma location: ChromaLocation) throws -> Double {
    let (columns, rows) = (frame.size.width / 2, frame.size.height / 2)
    let scale = Double(isAcross ? frame.size.width : frame.size.height) / length
    let places = [1, 2].map { plane in
      let samples = frame.samples(plane, columns, rows, isWide: true)
      var points: [(Double, Double)] = []
      for index in 0..<(isAcross ? columns : rows) {
        let value = samples[isAcross ? rows / 2 * columns + index : index * columns + columns / 2] / 4
        let share = (plane == 1 ? value - 128 : 128 - value) / Self.height
        guard abs(share) < 0.8 else { continue }
        points.append((location.center(index, 2, isAcross: isAcross), atanh(share)))
      }
      return Self.root(of: points)
    }
    return (places[0] + places[1]) / 2 - middle * scale
  }

  /// Where the straight line through points is zero.
  private static func root(of points: [(Double, Double)]) -> Double {
    let count = Double(points.count)
    let (x, y) = (points.map(\.0).reduce(0, +) / count, points.map(\.1).reduce(0, +) / count)
    let slope =
      points.map { ($0.0 - x) * ($0.1 - y) }.reduce(0, +) / points.map { ($0.0 - x) * ($0.0 - x) }.reduce(0, +)
    return x - y / slope
  }
}

extension ChromaLocation {
  /// Where the middle of a chroma sample is, in luma samples from the picture's edge (ITU-T H.273, figure 1).
  fileprivate func center(_ index: Int, _ step: Int, isAcross: Bool) -> Double {
    let first: Double
    if isAcross {
      first = [.center, .top, .bottom].contains(self) ? Double(step) / 2 : 0.5
    } else {
      first =
        [.topLeft, .top].contains(self)
        ? 0.5 : [.bottomLeft, .bottom].contains(self) ? Double(step) - 0.5 : Double(step) / 2
    }
    return Double(index * step) + first
  }
}

extension PixelFormat {
  fileprivate static func made(_ name: String, _ depth: Int, _ subsampling: ChromaSubsampling) -> PixelFormat {
    PixelFormat(name: name, bitDepth: depth, chromaSubsampling: subsampling)
  }

  fileprivate var chromaStep: (Int, Int) {
    switch chromaSubsampling {
    case .gray, .yuv444, .rgb: (1, 1)
    case .yuv420: (2, 2)
    case .yuv422: (2, 1)
    case .yuv411: (4, 1)
    case .yuv440: (1, 2)
    case .yuv410: (4, 4)
    }
  }
}

extension Frame {
  /// Computes the samples of a plane, if there is one.
  fileprivate func fill(
    _ plane: Int, _ layout: PixelFormat, samplesInPixel: Int = 1, _ value: (_ x: Int, _ y: Int) -> Double
  ) {
    let step = plane == 0 ? (1, 1) : layout.chromaStep
    let pair = layout == .nv12 && plane == 1 ? 2 : 1
    let (columns, rows) = (size.width / step.0 * samplesInPixel * pair, size.height / step.1)
    _ = unsafe withPlane(plane) { base, bytesPerRow in
      for y in 0..<rows {
        for x in 0..<columns {
          if layout.bitDepth > 8 {
            unsafe base.storeBytes(
              of: UInt16(value(x, y)), toByteOffset: y * bytesPerRow + x * 2, as: UInt16.self)
          } else {
            unsafe base.storeBytes(of: UInt8(value(x, y)), toByteOffset: y * bytesPerRow + x, as: UInt8.self)
          }
        }
      }
    }
  }

  fileprivate func samples(_ plane: Int, _ columns: Int, _ rows: Int, isWide: Bool) -> [Double] {
    unsafe withPlane(plane) { base, bytesPerRow in
      (0..<rows).flatMap { y in
        (0..<columns).map { x in
          isWide
            ? Double(unsafe base.load(fromByteOffset: y * bytesPerRow + x * 2, as: UInt16.self))
            : Double(unsafe base.load(fromByteOffset: y * bytesPerRow + x, as: UInt8.self))
        }
      }
    } ?? []
  }
}
