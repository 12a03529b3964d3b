import DynamicRange
import Foundation
import Media
import Testing

@Suite("Curves of high dynamic range") struct CurveTests {
  @Test("reference white is 58 % of the perceptual quantizer and 75 % of hybrid log-gamma")
  func referenceWhite() {
    #expect(abs(PerceptualQuantizer.signal(of: 203) - 0.58) < 0.001)
    let scene = HybridLogGamma.sceneLight(of: 0.75)
    let light = scene * HybridLogGamma.displayGain(atSceneLuminance: scene) * HybridLogGamma.peak
    #expect(abs(light - 203) < 0.5)
  }

  @Test(
    "the perceptual quantizer has the standard's values",
    arguments: [
      (0.0, 0.0), (0.1, 0.0623), (1, 0.1499), (10, 0.2997), (100, 0.5081), (1000, 0.7518), (4000, 0.9026), (10_000, 1),
    ])
  func quantizer(light: Double, signal: Double) {
    #expect(abs(PerceptualQuantizer.signal(of: light) - signal) < 0.0001)
  }

  @Test("signal and light of both systems come back") func roundTrips() {
    for step in 0...1000 {
      let signal = Double(step) / 1000
      #expect(abs(PerceptualQuantizer.signal(of: PerceptualQuantizer.light(of: signal)) - signal) < 1e-6)
      #expect(abs(HybridLogGamma.signal(of: HybridLogGamma.sceneLight(of: signal)) - signal) < 1e-6)
      let luminance = HybridLogGamma.sceneLight(of: signal)
      let shown = luminance * HybridLogGamma.displayGain(atSceneLuminance: luminance)
      #expect(abs(shown * HybridLogGamma.sceneGain(atDisplayLuminance: shown) - luminance) < 1e-9)
    }
  }

  @Test("hybrid log-gamma is half a square root and half a logarithm that meet") func hybrid() {
    #expect(abs(HybridLogGamma.signal(of: 1.0 / 12) - 0.5) < 1e-9)
    #expect(abs(HybridLogGamma.signal(of: 1.0 / 12 + 1e-9) - 0.5) < 1e-6)
    #expect(abs(HybridLogGamma.signal(of: 1) - 1) < 1e-6)
  }

  @Test(
    "the tone curve keeps light up to its knee and ends at the target's peak",
    arguments: [300.0, 600, 1000, 4000, 10_000])
  func curve(peak: Double) {
    let curve = ToneCurve(from: peak, to: 203)
    #expect(curve.knee > 5 && curve.knee < 203)
    for share in [0.0, 0.01, 0.5, 1] { #expect(curve.light(for: share * curve.knee) == share * curve.knee) }
    #expect(abs(curve.light(for: peak) - 203) < 0.01)
    #expect(abs(curve.light(for: 2 * peak) - 203) < 0.01)
    var last = 0.0
    for step in 1...2000 {
      let light = Double(step) / 2000 * peak
      let mapped = curve.light(for: light)
      #expect(mapped > last && mapped <= light + 1e-6, "\(light) cd/m²")
      last = mapped
    }
  }

  @Test("the tone curve bends without a kink at its knee") func smooth() {
    let curve = ToneCurve(from: 1000, to: 203)
    let (before, after) = (curve.knee * 0.999, curve.knee * 1.001)
    let slope = (curve.light(for: after) - curve.light(for: before)) / (after - before)
    #expect(abs(slope - 1) < 0.01)
  }

  @Test("the tone curve between 1000 and 203 cd/m² has its knee and middle where BT.2390 puts them") func knee() {
    // PQ(203)/PQ(1000) is 0.7724, so the knee is at 1.5 times that less a half.
    let curve = ToneCurve(from: 1000, to: 203)
    #expect(abs(PerceptualQuantizer.signal(of: curve.knee) - 0.6586 * 0.7518) < 0.0005)
    #expect(abs(curve.light(for: 203) - 160) < 2)
  }

  @Test("a display that is as bright as the film needs no curve") func noCurve() {
    let curve = ToneCurve(from: 1000, to: 1000)
    #expect(!curve.bends && curve.light(for: 700) == 700)
  }

  @Test("luminance of BT.2020 and BT.709 is what their matrices say", arguments: [ColorPrimaries.bt709, .bt2020])
  func luminance(primaries: ColorPrimaries) throws {
    let found = try #require(Primaries(primaries)).luminance
    let matrix: MatrixCoefficients = primaries == .bt709 ? .bt709 : .bt2020NonConstant
    let weights = try #require(LumaWeights(matrix, primaries: primaries))
    #expect(abs(found[0] - weights.red) < 0.0002 && abs(found[2] - weights.blue) < 0.0002)
    #expect(abs(found.reduce(0, +) - 1) < 1e-9)
    let derived = try #require(LumaWeights(MatrixCoefficients(rawValue: 12), primaries: primaries))
    #expect(abs(derived.red - weights.red) < 0.0002)
  }

  @Test("the matrix from BT.2020 to BT.709 is that of BT.2087 the other way round") func matrix() throws {
    let rows = try #require(Primaries(.bt2020)).matrix(to: try #require(Primaries(.bt709))).rows
    let expected = [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]
    for (row, wanted) in zip(rows, expected) {
      #expect(abs(row.reduce(0, +) - 1) < 1e-12)
      for (a, b) in zip(row, wanted) { #expect(abs(a - b) < 0.0002) }
    }
  }

  @Test("colors that no matrix takes apart have no formulas", arguments: [8, 10, 13, 14]) func unknown(matrix: Int) {
    let source = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: MatrixCoefficients(rawValue: matrix))
    #expect(ConversionFormulas(from: source, to: .standard, peak: 1000, referenceWhite: 203) == nil)
  }

  @Test("the pattern of dither has every fraction once and a mean of nothing") func dither() {
    let offsets = (0..<64).map { Dither.offset(row: $0 / 8, column: $0 % 8) }
    #expect(Set(offsets).count == 64 && offsets.reduce(0, +) == 0)
    #expect(offsets.allSatisfy { abs($0) < 0.5 })
    // Neighbors are far apart: each square of two by two has one of each quarter.
    for row in stride(from: 0, to: 8, by: 2) {
      for column in stride(from: 0, to: 8, by: 2) {
        let quarters = [(0, 0), (0, 1), (1, 0), (1, 1)].map { y, x in
          Int(((Dither.offset(row: row + y, column: column + x) + 0.5) * 4).rounded(.down))
        }
        #expect(Set(quarters).count == 4)
      }
    }
  }
}
