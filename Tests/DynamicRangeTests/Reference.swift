import DynamicRange
import Foundation
import Media

extension ColorDescription {
  /// BT.709 in limited range.
  static let standard = ColorDescription(
    primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited, chromaLocation: .left)

  /// BT.2100 with one of its transfers.
  static func high(
    _ transfer: TransferCharacteristics, range: ColorRange = .limited, location: ChromaLocation = .left
  ) -> ColorDescription {
    ColorDescription(
      primaries: .bt2020, transfer: transfer, matrix: .bt2020NonConstant, range: range, chromaLocation: location)
  }
}

/// A picture of 4:2:0, 4:2:2 or 4:4:4 whose samples are numbers.
struct Picture {
  let width: Int
  let height: Int
  let isHalfAcross: Bool
  let isHalfDown: Bool
  var luma: [Int]
  var blue: [Int]
  var red: [Int]

  var chromaWidth: Int { isHalfAcross ? (width + 1) / 2 : width }
  var chromaHeight: Int { isHalfDown ? (height + 1) / 2 : height }

  init(_ width: Int, _ height: Int, _ subsampling: ChromaSubsampling = .yuv420, luma: Int = 0, chroma: Int = 0) {
    (self.width, self.height) = (width, height)
    isHalfAcross = subsampling != .yuv444
    isHalfDown = subsampling == .yuv420
    self.luma = Array(repeating: luma, count: width * height)
    let count =
      (subsampling != .yuv444 ? (width + 1) / 2 : width) * (subsampling == .yuv420 ? (height + 1) / 2 : height)
    blue = Array(repeating: chroma, count: count)
    red = blue
  }
}

/// The conversion as its documentation describes it, one pixel after another in double precision, without tables.
struct Reference {
  let source: ColorDescription
  let target: ColorDescription
  let peak: Double
  let bitDepth: Int
  let targetDepth: Int

  private static let bt2020 = (red: 0.2627, green: 0.678, blue: 0.0593)
  private static let bt709 = (red: 0.2126, green: 0.7152, blue: 0.0722)

  /// Red, green and blue of the target's signal, from 0 to 1, for those of the source's.
  func signal(_ rgb: [Double]) -> [Double] {
    var light: [Double]
    if source.transfer == .hlg {
      let scene = rgb.map { min(max($0, 0), 1019.0 / 876 - 64.0 / 876) }.map(HybridLogGamma.sceneLight)
      let luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
      light = scene.map { luminance > 0 ? 1000 * pow(luminance, 0.2) * $0 : 0 }
    } else {
      light = rgb.map(PerceptualQuantizer.light)
    }
    switch target.transfer {
    case .pq: return light.map(PerceptualQuantizer.signal)
    case .hlg:
      light = mapped(light, to: 1000).map { $0 / 1000 }
      let luminance = 0.2627 * light[0] + 0.678 * light[1] + 0.0593 * light[2]
      var scene = light.map { luminance > 0 ? $0 * pow(luminance, -0.2 / 1.2) : 0 }
      let grey = min(0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2], 1)
      if let most = scene.max(), most > 1 { scene = scene.map { grey + ($0 - grey) * (1 - grey) / (most - grey) } }
      return scene.map(HybridLogGamma.signal)
    default:
      let rows = [
        [1.660491, -0.587641, -0.072850], [-0.124550, 1.132900, -0.008349], [-0.018151, -0.100579, 1.118730],
      ]
      light = rows.map { row in row[0] * light[0] + row[1] * light[1] + row[2] * light[2] }
      let grey = 0.212639 * light[0] + 0.715169 * light[1] + 0.072192 * light[2]
      if let least = light.min(), least < -1e-9 {
        light = light.map { grey + ($0 - grey) * grey / (grey - least) }
      }
      return mapped(light, to: 203).map { pow(min(max($0 / 203, 0), 1), 1 / 2.4) }
    }
  }

  private func mapped(_ light: [Double], to target: Double) -> [Double] {
    guard let most = light.max(), most > 0 else { return light }
    let gain = ToneCurve(from: peak, to: target).light(for: most) / most
    return light.map { $0 * gain }
  }

  /// The target's samples before they are rounded.
  func convert(_ picture: Picture) -> (luma: [Double], blue: [Double], red: [Double]) {
    let scale = SampleScale(source.range, bitDepth: bitDepth)
    let weights = target.transfer == .bt709 ? Self.bt709 : Self.bt2020
    let aim = SampleScale(target.range, bitDepth: targetDepth)
    let (width, height) = (picture.width, picture.height)
    var luma = [Double](repeating: 0, count: width * height)
    var (blue, red) = (luma, luma)
    for y in 0..<height {
      for x in 0..<width {
        let place = y * width + x
        let brightness = (Double(picture.luma[place]) - scale.black) / scale.luma
        let cb = (chroma(picture.blue, picture, x, y) - scale.middle) / scale.chroma
        let cr = (chroma(picture.red, picture, x, y) - scale.middle) / scale.chroma
        let r = brightness + 1.4746 * cr
        let b = brightness + 1.8814 * cb
        let g = (brightness - 0.2627 * r - 0.0593 * b) / 0.678
        let signal = signal([r, g, b])
        luma[place] = weights.red * signal[0] + weights.green * signal[1] + weights.blue * signal[2]
        blue[place] = (signal[2] - luma[place]) / (2 * (1 - weights.blue))
        red[place] = (signal[0] - luma[place]) / (2 * (1 - weights.red))
      }
    }
    return (
      luma.map { aim.black + aim.luma * $0 },
      reduced(blue, width, height).map { aim.middle + aim.chroma * $0 },
      reduced(red, width, height).map { aim.middle + aim.chroma * $0 }
    )
  }

  /// Chroma at a luma sample, straight between the samples around it.
  private func chroma(_ samples: [Int], _ picture: Picture, _ x: Int, _ y: Int) -> Double {
    let (isMiddle, isTop) = (source.chromaLocation == .center, source.chromaLocation == .topLeft)
    let across = picture.isHalfAcross ? (Double(x) - (isMiddle ? 0.5 : 0)) / 2 : Double(x)
    let down = picture.isHalfDown ? (Double(y) - (isTop ? 0 : 0.5)) / 2 : Double(y)
    func at(_ column: Int, _ row: Int) -> Double {
      let column = min(max(column, 0), picture.chromaWidth - 1)
      return Double(samples[min(max(row, 0), picture.chromaHeight - 1) * picture.chromaWidth + column])
    }
    let (column, row) = (Int(across.rounded(.down)), Int(down.rounded(.down)))
    let (right, below) = (across - Double(column), down - Double(row))
    let upper = at(column, row) * (1 - right) + at(column + 1, row) * right
    let lower = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right
    return upper * (1 - below) + lower * below
  }

  /// Chroma on every second column between two rows, of the columns beside it, too.
  private func reduced(_ samples: [Double], _ width: Int, _ height: Int) -> [Double] {
    var result: [Double] = []
    for row in 0..<((height + 1) / 2) {
      for column in 0..<((width + 1) / 2) {
        var sum = 0.0
        for (offset, share) in [(-1, 0.25), (0, 0.5), (1, 0.25)] {
          let x = min(max(2 * column + offset, 0), width - 1)
          let lines = [2 * row, min(2 * row + 1, height - 1)]
          for y in lines { sum += share * samples[y * width + x] / 2 }
        }
        result.append(sum)
      }
    }
    return result
  }
}
