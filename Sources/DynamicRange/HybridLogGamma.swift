internal import Glibc

/// Hybrid log-gamma of ARIB STD-B67 and ITU-R BT.2100, table 5: a signal of the light of a scene, which each display
/// shows as brightly as it can.
package enum HybridLogGamma {
  /// The light of signal 1 on the display that conversions assume, in cd/m²: the one of BT.2100 and BT.2408.
  package static let peak = 1000.0
  /// The exponent from a scene's luminance to that display's (system gamma).
  package static let gamma = 1.2
  /// The highest signal of limited range in 10 bits (1019), which is above the nominal 1.
  package static let highestSignal = (1019.0 - 64) / 876

  private static let a = 0.178_832_77
  private static let b = 0.284_668_92
  private static let c = 0.559_910_73

  /// The light of a scene for a signal (inverse OETF); 1 for 1.
  package static func sceneLight(of signal: Double) -> Double {
    let signal = max(signal, 0)
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// The signal of a scene's light (OETF); 1 for 1.
  package static func signal(of sceneLight: Double) -> Double {
    let light = max(sceneLight, 0)
    return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }

  /// What each component of a scene's light is multiplied by to be the share of the display's peak (OOTF).
  ///
  /// - Parameter luminance: The scene's luminance, from 0 to 1.
  package static func displayGain(atSceneLuminance luminance: Double) -> Double {
    luminance > 0 ? pow(luminance, gamma - 1) : 0
  }

  /// What each component of a display's light, as shares of its peak, is multiplied by to be a scene's (inverse OOTF).
  ///
  /// - Parameter luminance: The display's luminance, from 0 to 1.
  package static func sceneGain(atDisplayLuminance luminance: Double) -> Double {
    luminance > 0 ? pow(luminance, (1 - gamma) / gamma) : 0
  }
}
