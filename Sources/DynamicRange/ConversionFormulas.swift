internal import Glibc
package import Media

/// What a conversion does to a pixel's light, as formulas of the standards in double precision.
///
/// 1. The source's signal becomes light of its display: by the EOTF of SMPTE ST 2084, or by the inverse OETF and the OOTF
///    of ITU-R BT.2100 for a display of 1000 cd/m², whose gain the scene's luminance decides.
/// 2. Light of the source's primaries becomes light of the target's. A color outside their triangle is brought towards
///    grey of its luminance until it is on the edge, which keeps its hue.
/// 3. The brightest of red, green and blue goes through the ``ToneCurve``, and the others keep their ratio to it. By
///    luminance instead, a bright saturated color would need more of a component than there is, and had to become pale:
///    skies and brick turn white. That is also why primaries change before.
/// 4. Light becomes the target's signal: by the inverse of ITU-R BT.1886 with reference white as its white, by the inverse
///    EOTF of ST 2084, or by the inverse OOTF and the OETF of BT.2100.
package struct ConversionFormulas: Sendable {
  /// What the source's samples mean.
  package let source: ColorDescription
  /// What the target's samples mean: ITU-R BT.709, or hybrid log-gamma or the perceptual quantizer of BT.2100.
  package let target: ColorDescription
  /// The light of the target's signal 1, in cd/m².
  package let targetPeak: Double
  /// The curve between the film's peak and the target's.
  package let curve: ToneCurve
  /// How the source's signal becomes luma and chroma.
  package let sourceWeights: LumaWeights
  /// The same of the target.
  package let targetWeights: LumaWeights
  /// The source's primaries.
  package let sourcePrimaries: Primaries
  /// The target's primaries.
  package let targetPrimaries: Primaries

  /// The exponent between signal and light of a display of the standard range (ITU-R BT.1886).
  package static let standardGamma = 2.4

  /// Gathers the formulas.
  ///
  /// - Parameters:
  ///   - source: What the source's samples mean; hybrid log-gamma or the perceptual quantizer.
  ///   - target: What the target's samples mean.
  ///   - peak: The film's brightest light, in cd/m².
  ///   - referenceWhite: The light that is white of the standard range, in cd/m²: 203 by ITU-R BT.2408.
  /// - Returns: `nil` for colors that can't be taken apart by a matrix of red, green and blue, and for other transfers.
  package init?(from source: ColorDescription, to target: ColorDescription, peak: Double, referenceWhite: Double) {
    guard source.transfer == .pq || source.transfer == .hlg,
      let sourceWeights = LumaWeights(source.matrix, primaries: source.primaries),
      let targetWeights = LumaWeights(target.matrix, primaries: target.primaries),
      let sourcePrimaries = Primaries(source.primaries), let targetPrimaries = Primaries(target.primaries)
    else { return nil }
    switch target.transfer {
    case .bt709: targetPeak = referenceWhite
    case .hlg: targetPeak = HybridLogGamma.peak
    case .pq: targetPeak = PerceptualQuantizer.peak
    default: return nil
    }
    self.source = source
    self.target = target
    curve = ToneCurve(from: peak, to: targetPeak)
    self.sourceWeights = sourceWeights
    self.targetWeights = targetWeights
    self.sourcePrimaries = sourcePrimaries
    self.targetPrimaries = targetPrimaries
  }

  /// The light of a component's signal: of the perceptual quantizer as a share of the target's peak, of hybrid log-gamma
  /// that of the scene.
  package func light(of signal: Double) -> Double {
    source.transfer == .hlg
      ? HybridLogGamma.sceneLight(of: signal) : PerceptualQuantizer.light(of: signal) / targetPeak
  }

  /// What a scene's light is multiplied by to be the display's as a share of the target's peak, by the scene's luminance.
  package func displayGain(at luminance: Double) -> Double {
    HybridLogGamma.displayGain(atSceneLuminance: luminance) * HybridLogGamma.peak / targetPeak
  }

  /// What light is multiplied by to fit the target, by its brightness as a share of the target's peak.
  package func toneGain(at brightness: Double) -> Double {
    brightness > 0 ? curve.light(for: brightness * targetPeak) / (brightness * targetPeak) : 1
  }

  /// The target's signal of light from 0 to 1; of hybrid log-gamma, of a scene's.
  package func signal(of light: Double) -> Double {
    switch target.transfer {
    case .hlg: HybridLogGamma.signal(of: light)
    case .pq: PerceptualQuantizer.signal(of: light * targetPeak)
    default: pow(max(light, 0), 1 / Self.standardGamma)
    }
  }

  /// The matrix from light of the source's primaries to that of the target's; `nil` where they are the same.
  package var primariesMatrix: Matrix? {
    source.primaries == target.primaries ? nil : sourcePrimaries.matrix(to: targetPrimaries)
  }
}
