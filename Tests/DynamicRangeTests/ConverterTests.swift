import DynamicRange
import Foundation
import Media
import TestSupport
import Testing

@Suite("The converter of pictures") struct ConverterTests {
  /// A layout of samples, and how a picture lies in it.
  struct Layout: Sendable, CustomTestStringConvertible {
    let format: PixelFormat
    var location = ChromaLocation.left
    var range = ColorRange.limited
    var testDescription: String { "\(format.name) \(location.rawValue) \(range.rawValue)" }

    static let all = [
      Layout(format: .yuv420p10), Layout(format: .yuv420p10, location: .topLeft),
      Layout(format: .yuv420p10, location: .center), Layout(format: .yuv420p10, range: .full),
      Layout(format: PixelFormat(name: "yuv422p10le", bitDepth: 10, chromaSubsampling: .yuv422)),
      Layout(format: PixelFormat(name: "yuv444p12le", bitDepth: 12, chromaSubsampling: .yuv444)),
      Layout(format: .p010), Layout(format: .nv12), Layout(format: .yuv420p, range: .full),
    ]
  }

  static let ways: [(TransferCharacteristics, ColorDescription)] = [
    (.pq, .standard), (.hlg, .standard), (.pq, .high(.hlg)), (.hlg, .high(.pq)),
  ]

  private func reference(
    _ transfer: TransferCharacteristics, _ target: ColorDescription, _ layout: Layout = .all[0], peak: Double = 1000,
    depth: Int? = nil
  ) -> Reference {
    Reference(
      source: .high(transfer, range: layout.range, location: layout.location), target: target, peak: peak,
      bitDepth: layout.format.bitDepth, targetDepth: depth ?? (target.transfer == .bt709 ? 8 : 10))
  }

  /// Every layout in one way, and every way in one layout.
  static let cases: [(Layout, TransferCharacteristics, ColorDescription)] =
    Layout.all.map { ($0, .pq, .standard) } + ways.dropFirst().map { (Layout.all[0], $0.0, $0.1) }

  @Test("random colors are within a step of the formulas, in every layout", arguments: cases)
  func random(layout: Layout, transfer: TransferCharacteristics, target: ColorDescription) throws {
    let reference = reference(transfer, target, layout, peak: transfer == .hlg ? 1000 : 2000)
    var random = SeededGenerator(seed: 7)
    // Odd both ways, and wider than what is worked on at a time.
    var picture = Picture(301, 5, layout.format.chromaSubsampling)
    let limit = 1 << layout.format.bitDepth
    for index in picture.luma.indices { picture.luma[index] = Int.random(in: 0..<limit, using: &random) }
    for index in picture.blue.indices {
      picture.blue[index] = limit / 2 + Int.random(in: (-limit / 3)..<(limit / 3), using: &random)
      picture.red[index] = limit / 2 + Int.random(in: (-limit / 3)..<(limit / 3), using: &random)
    }
    let found = try #require(convert(picture, in: layout.format, by: reference))
    let expected = reference.convert(picture)
    let differences = [
      difference(found.luma, expected.luma, width: 301, plane: 0),
      difference(found.blue, expected.blue, width: 151, plane: 1),
      difference(found.red, expected.red, width: 151, plane: 2),
    ]
    #expect(differences.allSatisfy { $0 < 1 }, "\(differences)")
  }

  @Test("pictures of any size are converted to their edges", arguments: [1, 2, 3, 17], [1, 2, 3])
  func sizes(width: Int, height: Int) throws {
    let reference = reference(.pq, .standard)
    let picture = Picture(width, height, luma: 600, chroma: 560)
    let found = try #require(convert(picture, in: .yuv420p10, by: reference))
    let expected = reference.convert(picture)
    #expect(difference(found.luma, expected.luma, width: width, plane: 0) < 1)
    #expect(difference(found.blue, expected.blue, width: (width + 1) / 2, plane: 1) < 1)
  }

  @Test("grey stays grey, to the step", arguments: ways) func neutral(
    way: (TransferCharacteristics, ColorDescription)
  ) throws {
    var picture = Picture(1024, 16, chroma: 512)
    for index in picture.luma.indices { picture.luma[index] = index % 1024 }
    let reference = reference(way.0, way.1)
    let found = try #require(convert(picture, in: .yuv420p10, by: reference))
    let middle = reference.targetDepth == 8 ? 128 : 512
    #expect(found.blue.allSatisfy { $0 == middle } && found.red.allSatisfy { $0 == middle })
  }

  @Test(
    "the mean of an even area is that of the formulas, and brighter never becomes darker", arguments: ways, [8, 10])
  func dither(way: (TransferCharacteristics, ColorDescription), depth: Int) throws {
    guard depth == 10 || way.1.transfer == .bt709 else { return }
    let reference = reference(way.0, way.1, depth: depth)
    // Squares of all grey levels beside one another.
    var picture = Picture(877 * 8, 8, chroma: 512)
    for index in picture.luma.indices { picture.luma[index] = 64 + index % picture.width / 8 }
    var levels = Picture(877, 1, chroma: 512)
    for index in 0..<877 { levels.luma[index] = 64 + index }
    let found = try #require(convert(picture, in: .yuv420p10, by: reference))
    let exact = reference.convert(levels).luma
    var last = 0.0
    for level in 0..<877 {
      var sum = 0
      for place in 0..<64 { sum += found.luma[place / 8 * picture.width + level * 8 + place % 8] }
      let mean = Double(sum) / 64
      // The pattern knows 64 fractions, and the tables are nearly that exact.
      #expect(abs(mean - exact[level]) < (depth == 8 ? 0.08 : 0.25), "\(64 + level): \(mean), not \(exact[level])")
      #expect(mean >= last - (depth == 8 ? 0.06 : 0.2), "\(64 + level): \(mean) after \(last)")
      last = mean
    }
  }

  @Test("reference white becomes reference white", arguments: [(TransferCharacteristics.pq, 502), (.hlg, 721)])
  func white(transfer: TransferCharacteristics, level: Int) throws {
    // 50 % of PQ is 92 cd/m²; 75 % of HLG is 203.
    let target: ColorDescription = transfer == .pq ? .high(.hlg) : .high(.pq)
    let light = transfer == .pq ? PerceptualQuantizer.light(of: 0.5) : 203.0
    let found = try #require(
      convert(Picture(8, 8, luma: level, chroma: 512), in: .yuv420p10, by: reference(transfer, target)))
    let signal =
      transfer == .pq
      ? HybridLogGamma.signal(of: pow(light / 1000, 1 / 1.2)) : PerceptualQuantizer.signal(of: light)
    let mean = Double(found.luma.reduce(0, +)) / 64
    #expect(abs(mean - (64 + 876 * signal)) < 1)
  }

  @Test("rows that are shared out give what one after the other gives") func parts() throws {
    var random = SeededGenerator(seed: 3)
    var picture = Picture(64, 31)
    for index in picture.luma.indices { picture.luma[index] = Int.random(in: 64...940, using: &random) }
    for index in picture.blue.indices { picture.blue[index] = Int.random(in: 64...960, using: &random) }
    picture.red = picture.blue.reversed()
    let reference = reference(.hlg, .standard)
    let whole = try #require(convert(picture, in: .yuv420p10, by: reference))
    let parts = try #require(convert(picture, in: .yuv420p10, by: reference, parts: [0..<5, 5..<6, 6..<16]))
    #expect(whole.luma == parts.luma && whole.blue == parts.blue && whole.red == parts.red)
  }

  @Test(
    "layouts that aren't planes of luma and chroma are left to others",
    arguments: [
      PixelFormat(name: "gbrp10le", bitDepth: 10, chromaSubsampling: .rgb),
      PixelFormat(name: "yuva420p10le", bitDepth: 10, chromaSubsampling: .yuv420, hasAlpha: true),
      PixelFormat(name: "gray10le", bitDepth: 10, chromaSubsampling: .gray),
      PixelFormat(name: "yuv420p10be", bitDepth: 10, chromaSubsampling: .yuv420),
      PixelFormat(name: "yuv411p", bitDepth: 8, chromaSubsampling: .yuv411),
      PixelFormat(name: "yuyv422", bitDepth: 8, chromaSubsampling: .yuv422),
    ])
  func others(format: PixelFormat) {
    #expect(!format.isConvertible)
  }

  /// The largest difference of samples that were rounded with dither from exact ones with the same.
  private func difference(_ found: [Int], _ exact: [Double], width: Int, plane: Int) -> Double {
    guard found.count == exact.count else { return .infinity }
    return zip(found, exact).enumerated().map { index, pair in
      let offset = Dither.offset(row: index / width + 3 * plane, column: index % width)
      // What rounding with dither gives is the nearest whole number to the exact one and the fraction.
      return max(0, abs(Double(pair.0) - (pair.1 + offset)) - 0.5)
    }.max() ?? .infinity
  }

  private func convert(
    _ picture: Picture, in format: PixelFormat, by reference: Reference, parts: [Range<Int>]? = nil
  ) -> Picture? {
    guard
      let formulas = ConversionFormulas(
        from: reference.source, to: reference.target, peak: reference.peak, referenceWhite: 203),
      let converter = PictureConverter(
        formulas, from: format, to: reference.targetDepth == 8 ? .yuv420p : .yuv420p10)
    else { return nil }
    let isInterleaved = format.name == "nv12" || format.name.hasPrefix("p01")
    let shift = format.name.hasPrefix("p01") ? 16 - format.bitDepth : 0
    let width = format.bitDepth > 8 ? 2 : 1
    var planes = [picture.luma, picture.blue, picture.red]
    if isInterleaved { planes = [planes[0], zip(planes[1], planes[2]).flatMap { [$0, $1] }] }
    // Rows with something behind them, as decoders have them.
    let strides = planes.enumerated().map { plane, _ in
      ((plane == 0 ? picture.width : isInterleaved ? 2 * picture.chromaWidth : picture.chromaWidth) + 5) * width
    }
    var result = Picture(picture.width, picture.height)
    let targetWidth = reference.targetDepth > 8 ? 2 : 1
    let rows = [picture.height, (picture.height + 1) / 2, (picture.height + 1) / 2]
    let columns = [picture.width, (picture.width + 1) / 2, (picture.width + 1) / 2]
    let inputs = planes.enumerated().map { plane, samples in
      let across = strides[plane] / width - 5
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: strides[plane] * (samples.count / across), alignment: 64)
      for (index, sample) in samples.enumerated() {
        let place = index / across * strides[plane] + index % across * width
        if width == 2 {
          memory.storeBytes(of: UInt16(sample << shift), toByteOffset: place, as: UInt16.self)
        } else {
          memory.storeBytes(of: UInt8(sample), toByteOffset: place, as: UInt8.self)
        }
      }
      return memory
    }
    let outputs = (0..<3).map { plane in
      UnsafeMutableRawPointer.allocate(byteCount: (columns[plane] + 3) * targetWidth * rows[plane], alignment: 64)
    }
    defer { for memory in inputs + outputs { memory.deallocate() } }
    let source = PicturePlanes(
      bases: (inputs[0], inputs[1], isInterleaved ? nil : inputs[2]),
      strides: (strides[0], strides[1], isInterleaved ? 0 : strides[2]))
    let steps = columns.map { ($0 + 3) * targetWidth }
    let target = PicturePlanes(bases: (outputs[0], outputs[1], outputs[2]), strides: (steps[0], steps[1], steps[2]))
    for pairs in parts ?? [0..<((picture.height + 1) / 2)] {
      converter.convert(
        pairs, of: source, into: target, size: PixelSize(width: picture.width, height: picture.height))
    }
    func read(_ plane: Int) -> [Int] {
      (0..<rows[plane]).flatMap { row in
        (0..<columns[plane]).map { column in
          let place = row * steps[plane] + column * targetWidth
          return targetWidth == 2
            ? Int(outputs[plane].load(fromByteOffset: place, as: UInt16.self))
            : Int(outputs[plane].load(fromByteOffset: place, as: UInt8.self))
        }
      }
    }
    (result.luma, result.blue, result.red) = (read(0), read(1), read(2))
    return result
  }
}
