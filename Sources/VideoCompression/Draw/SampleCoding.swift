internal import Glibc
internal import Media

/// Turns colors of sRGB, which watermarks and subtitles have, into a film's samples.
///
/// In a film of standard range a color keeps its numbers, as players show both alike. In one of high dynamic range it
/// becomes light: white is 203 cd/m², the reference white of ITU-R BT.2408, so that it doesn't glare.
struct SampleCoding {
  /// A color in a film's samples.
  struct Samples {
    let luma: Double
    let cb: Double
    let cr: Double
  }

  private let red: Double
  private let blue: Double
  private let light: Light
  private let gamut: [[Double]]?
  private let lumaScale: (black: Double, range: Double)
  private let chromaRange: Double
  private let chromaMiddle: Double

  private enum Light { case standard, pq, hlg }

  /// The reference white of ITU-R BT.2408, in cd/m².
  private static let white = 203.0

  /// Prepares for films of a color and a depth; what the color leaves open is ``ColorDescription/resolved(for:)``.
  init(color: ColorDescription, bitDepth: Int) {
    (red, blue) = Self.weights(color.matrix)
    light = color.transfer == .pq ? .pq : color.transfer == .hlg ? .hlg : .standard
    gamut = Self.gamut(color.primaries)
    let unit = Double(1 << (bitDepth - 8))
    let maximum = Double(1 << bitDepth - 1)
    let isFull = color.range == .full
    lumaScale = isFull ? (0, maximum) : (16 * unit, 219 * unit)
    chromaRange = isFull ? maximum : 224 * unit
    chromaMiddle = 128 * unit
  }

  /// The samples of a color; red, green and blue from 0 to 255.
  func samples(red r: UInt8, green g: UInt8, blue b: UInt8) -> Samples {
    let color = encoded([r, g, b])
    let luma = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
    return Samples(
      luma: lumaScale.black + lumaScale.range * luma,
      cb: chromaMiddle + chromaRange * (color[2] - luma) / (2 * (1 - blue)),
      cr: chromaMiddle + chromaRange * (color[0] - luma) / (2 * (1 - red)))
  }

  /// Red, green and blue in the film's own primaries and transfer, from 0 to 1.
  private func encoded(_ color: [UInt8]) -> [Double] {
    if light == .standard, gamut == nil { return color.map { Double($0) / 255 } }
    var linear = color.map { Self.linear[Int($0)] }
    if let gamut {
      linear = gamut.map { row in min(max(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
    }
    switch light {
    case .standard: return linear.map(Self.standard)
    case .pq: return linear.map { Self.perceptual($0 * Self.white / 10_000) }
    case .hlg:
      // The inverse of BT.2100's display of 1000 cd/m², whose gamma is 1.2.
      let display = linear.map { $0 * Self.white / 1_000 }
      let brightness = 0.2627 * display[0] + 0.6780 * display[1] + 0.0593 * display[2]
      let scale = brightness > 0 ? pow(brightness, (1 - 1.2) / 1.2) : 0
      return display.map { Self.hybrid($0 * scale) }
    }
  }

  /// Light of sRGB's 256 values (IEC 61966-2-1).
  private static let linear: [Double] = (0..<256).map { value in
    let x = Double(value) / 255
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
  }

  private static func standard(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// SMPTE ST 2084, of light in parts of 10000 cd/m².
  private static func perceptual(_ light: Double) -> Double {
    let power = pow(max(light, 0), 2610.0 / 16384)
    return pow(
      (3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
  }

  /// BT.2100's hybrid log-gamma, of the scene's light from 0 to 1.
  private static func hybrid(_ light: Double) -> Double {
    light <= 1.0 / 12 ? (3 * light).squareRoot() : 0.178_832_77 * log(12 * light - 0.284_668_92) + 0.559_910_73
  }

  /// How much red and blue weigh in luma (ITU-T H.273, table 4).
  private static func weights(_ matrix: MatrixCoefficients) -> (red: Double, blue: Double) {
    switch matrix.rawValue {
    case 4: (0.30, 0.11)
    case 5, 6: (0.299, 0.114)
    case 7: (0.212, 0.087)
    case 9, 10, 14: (0.2627, 0.0593)
    default: (0.2126, 0.0722)
    }
  }

  /// Light of BT.709's primaries in those of a film; `nil` where they are the same or near it.
  private static func gamut(_ primaries: ColorPrimaries) -> [[Double]]? {
    switch primaries.rawValue {
    case 9:
      [[0.627_404, 0.329_283, 0.043_313], [0.069_097, 0.919_540, 0.011_362], [0.016_391, 0.088_013, 0.895_595]]
    case 12:
      [[0.822_462, 0.177_538, 0], [0.033_194, 0.966_806, 0], [0.017_083, 0.072_397, 0.910_520]]
    default: nil
    }
  }
}

extension ColorDescription {
  /// The same with what players take an unspecified part for: BT.2100's where the range is high, else BT.709's, or BT.601's
  /// matrix for pictures of standard definition.
  func resolved(for size: PixelSize) -> ColorDescription {
    let isHigh = transfer == .pq || transfer == .hlg
    let isWide = isHigh || primaries == .bt2020
    return ColorDescription(
      primaries: primaries == .unspecified ? (isHigh ? .bt2020 : .bt709) : primaries,
      transfer: transfer == .unspecified ? .bt709 : transfer,
      matrix: matrix == .unspecified
        ? (isWide ? .bt2020NonConstant : AssumedMatrix.matrix(for: size)) : matrix,
      range: range == .unspecified ? .limited : range, chromaLocation: chromaLocation)
  }
}
