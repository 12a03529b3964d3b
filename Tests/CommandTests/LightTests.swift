import DynamicRange
import Foundation
import Media
import TestSupport
import Testing

/// A film of patches of known light, compressed and reopened, against what the documented formulas make of that light.
@Suite("Light of high dynamic range") struct LightTests {
  private static let fine = ["--quality", "1", "--speed-preset", "fastest", "--allow-larger", "--backend", "software"]

  /// Greys from 0 to 4000 cd/m², then the primaries of BT.709 and of BT.2020 at several lights.
  struct Light: Sendable {
    let nits: [Double]
    /// Red, green and blue of BT.2020 in cd/m².
    var rgb: [Double] { nits }

    static let greys = [0, 0.1, 1, 5, 10, 20, 50, 88, 100, 150, 203, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000]
      .map { Light(nits: [$0, $0, $0]) }
    static let colors: [Light] = {
      // BT.709's primaries in light of BT.2020 (ITU-R BT.2087).
      let narrow = [[0.6274, 0.0691, 0.0164], [0.3293, 0.9195, 0.0880], [0.0433, 0.0114, 0.8956]]
      let wide = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0], [1.0, 1.0, 0], [0, 1.0, 1.0]]
      return (narrow + wide).flatMap { color in [60.0, 200, 800].map { nits in Light(nits: color.map { $0 * nits }) } }
    }()

    /// The samples of 10 bits in limited range.
    func patch(_ transfer: TransferCharacteristics) -> Clip.Patch {
      var signal = nits.map(PerceptualQuantizer.signal)
      if transfer == .hlg {
        let light = nits.map { $0 / 1000 }
        let luminance = 0.2627 * light[0] + 0.678 * light[1] + 0.0593 * light[2]
        signal = light.map {
          HybridLogGamma.signal(of: $0 * HybridLogGamma.sceneGain(atDisplayLuminance: luminance))
        }
      }
      let luma = 0.2627 * signal[0] + 0.678 * signal[1] + 0.0593 * signal[2]
      return Clip.Patch(
        luma: Int((64 + 876 * luma).rounded()),
        blue: Int((512 + 896 * (signal[2] - luma) / 1.8814).rounded()),
        red: Int((512 + 896 * (signal[0] - luma) / 1.4746).rounded()))
    }
  }

  @Test(
    "greys and colors of known light become what the curve makes of them", arguments: ["smpte2084", "arib-std-b67"])
  func chart(name: String) async throws {
    let transfer: TransferCharacteristics = name == "smpte2084" ? .pq : .hlg
    // HLG's display ends at 1000 cd/m².
    let lights = (Light.greys + Light.colors).filter { transfer == .pq || ($0.nits.max() ?? 0) <= 1000 }
    let patches = lights.map { $0.patch(transfer) }
    let clip = Clip.chart("light", transfer: name, patches: patches)
    let job = try await Job.compress(clip, ["--color", "sdr", "--codec", "h264"] + Self.fine)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try output.film.color == ["bt709", "bt709", "bt709"] && output.film.pixFmt == "yuv420p")
    let planes = try await output.planes(2)
    for (index, light) in lights.enumerated() {
      let expected = Self.standard(patches[index], transfer)
      let found = Self.mean(of: planes, patch: index)
      let isGrey = Set(light.nits).count == 1
      // A step of 8 bits is what the encoder rounds away; colors are judged together.
      #expect(abs(found[0] - expected[0]) <= (isGrey ? 2 : 4), "\(light.nits): \(found), not \(expected)")
      #expect(abs(found[1] - expected[1]) <= (isGrey ? 1 : 4), "\(light.nits): \(found), not \(expected)")
      #expect(abs(found[2] - expected[2]) <= (isGrey ? 1 : 4), "\(light.nits): \(found), not \(expected)")
    }
  }

  @Test("the other system shows the same light", arguments: [("smpte2084", "hlg"), ("arib-std-b67", "pq")])
  func otherSystem(name: String, policy: String) async throws {
    let transfer: TransferCharacteristics = policy == "hlg" ? .pq : .hlg
    let lights = Light.greys.filter { ($0.nits.max() ?? 0) <= 1000 }
    let clip = Clip.chart("grey", transfer: name, patches: lights.map { $0.patch(transfer) })
    let job = try await Job.compress(clip, ["--color", policy] + Self.fine)
    let output = try await job.reopened(mayBeLarger: true)
    let target: TransferCharacteristics = policy == "hlg" ? .hlg : .pq
    #expect(try output.film.color == ["bt2020", "\(target)", "bt2020nc"] && output.film.pixFmt == "yuv420p10le")
    #expect(job.report["output"]["video"]["hdr"].string == policy)
    let planes = try await output.planes(2)
    for (index, light) in lights.enumerated() where light.nits[0] >= 1 {
      let found = Self.mean(of: planes, patch: index)
      // What the source's own rounding to 10 bits allows, and the encoder's.
      #expect(abs(found[0] - Double(light.patch(target).luma)) <= 3, "\(light.nits): \(found)")
      #expect(abs(found[1] - 512) <= 1 && abs(found[2] - 512) <= 1, "\(light.nits): \(found)")
    }
  }

  /// The middle of a patch.
  private static func mean(of planes: Planes, patch index: Int) -> [Double] {
    func mean(_ samples: [Int], _ side: Int, from start: Int) -> Double {
      let width = side * 10
      let (x, y) = (index % 10 * side, index / 10 * side)
      var sum = 0
      let inner = side / 4..<(side * 3 / 4)
      for row in inner { for column in inner { sum += samples[start + (y + row) * width + x + column] } }
      return Double(sum) / Double(inner.count * inner.count)
    }
    return [
      mean(planes.luma, 32, from: 0), mean(planes.chroma, 16, from: 0),
      mean(planes.chroma, 16, from: planes.chroma.count / 2),
    ]
  }

  /// Samples of 8 bits of BT.709 for a patch, by the formulas of ITU-R BT.2100, BT.2390 and BT.1886.
  private static func standard(_ patch: Clip.Patch, _ transfer: TransferCharacteristics) -> [Double] {
    let luma = Double(patch.luma - 64) / 876
    let (r, b) = (luma + 1.4746 * Double(patch.red - 512) / 896, luma + 1.8814 * Double(patch.blue - 512) / 896)
    let signal = [r, (luma - 0.2627 * r - 0.0593 * b) / 0.678, b].map { max($0, 0) }
    var light = signal.map(PerceptualQuantizer.light)
    if transfer == .hlg {
      let scene = signal.map(HybridLogGamma.sceneLight)
      let luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
      light = scene.map { 1000 * HybridLogGamma.displayGain(atSceneLuminance: luminance) * $0 }
    }
    let rows = [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]
    light = rows.map { $0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2] }
    let grey = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    if let least = light.min(), least < 0 { light = light.map { grey + ($0 - grey) * grey / (grey - least) } }
    let most = max(light.max() ?? 0, 1e-9)
    let gain = ToneCurve(from: 1000, to: 203).light(for: most) / most
    let shown = light.map { pow(min(max($0 * gain / 203, 0), 1), 1 / 2.4) }
    let y = 0.2126 * shown[0] + 0.7152 * shown[1] + 0.0722 * shown[2]
    return [16 + 219 * y, 128 + 224 * (shown[2] - y) / 1.8556, 128 + 224 * (shown[0] - y) / 1.5748]
  }
}
