internal import Glibc

/// The perceptual quantizer of SMPTE ST 2084 and ITU-R BT.2100, table 4: a signal that names light absolutely.
package enum PerceptualQuantizer {
  /// The light of signal 1, in cd/m².
  package static let peak = 10_000.0

  private static let m1 = 2610.0 / 16_384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32

  /// The light of a signal, in cd/m² (EOTF).
  ///
  /// - Parameter signal: From 0 to 1; what is outside is taken for the nearer end.
  package static func light(of signal: Double) -> Double {
    let power = pow(min(max(signal, 0), 1), 1 / m2)
    return peak * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The signal of light in cd/m² (inverse EOTF), from 0 to 1.
  package static func signal(of light: Double) -> Double {
    let power = pow(min(max(light / peak, 0), 1), m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}
