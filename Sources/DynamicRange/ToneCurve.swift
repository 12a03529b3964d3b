/// The curve that brings light of a bright display into the range of a less bright one: the EETF of ITU-R BT.2390,
/// section 5.4.1, for displays whose black is 0.
///
/// Up to a knee light stays as it is. Above it a spline of Hermite bends the curve, in the signal of the perceptual
/// quantizer, so that the film's brightest light becomes the target's.
package struct ToneCurve: Sendable {
  /// The brightest light of the film, in cd/m².
  package let sourcePeak: Double
  /// What that becomes, in cd/m².
  package let targetPeak: Double

  /// Signal of the source's peak, in which the curve counts.
  private let whole: Double
  /// The target's peak and the knee as shares of that.
  private let most: Double
  private let start: Double

  /// Makes the curve between two peaks in cd/m². It changes nothing when the target is at least as bright.
  package init(from sourcePeak: Double, to targetPeak: Double) {
    self.sourcePeak = sourcePeak
    self.targetPeak = targetPeak
    whole = PerceptualQuantizer.signal(of: sourcePeak)
    most = PerceptualQuantizer.signal(of: targetPeak) / whole
    start = max(0, 1.5 * most - 0.5)
  }

  /// Whether any light of the film changes.
  package var bends: Bool { most < 1 }
  /// The light up to which nothing changes, in cd/m².
  package var knee: Double { bends ? PerceptualQuantizer.light(of: start * whole) : sourcePeak }

  /// What becomes of light, both in cd/m². What is brighter than the film's peak becomes the target's peak.
  package func light(for light: Double) -> Double {
    guard bends, light > knee else { return light }
    let share = min(PerceptualQuantizer.signal(of: light) / whole, 1)
    let t = (share - start) / (1 - start)
    let (square, cube) = (t * t, t * t * t)
    let bent =
      (2 * cube - 3 * square + 1) * start + (cube - 2 * square + t) * (1 - start) + (3 * square - 2 * cube) * most
    return PerceptualQuantizer.light(of: bent * whole)
  }
}
