package import Media

/// How much red and blue add to luma; green has the rest to 1 (ITU-T H.273, table 4).
package struct LumaWeights: Sendable, Hashable {
  /// Red's weight (KR).
  package let red: Double
  /// Blue's weight (KB).
  package let blue: Double

  /// The weights of a code point.
  ///
  /// - Parameters:
  ///   - matrix: The code point.
  ///   - primaries: What weights that are derived from primaries are derived from.
  /// - Returns: `nil` for those that aren't sums of red, green and blue of a signal, such as ICtCp.
  package init?(_ matrix: MatrixCoefficients, primaries: ColorPrimaries) {
    switch matrix.rawValue {
    case 1: (red, blue) = (0.2126, 0.0722)
    case 4: (red, blue) = (0.30, 0.11)
    case 5, 6: (red, blue) = (0.299, 0.114)
    case 7: (red, blue) = (0.212, 0.087)
    case 9: (red, blue) = (0.2627, 0.0593)
    case 12:
      guard let luminance = Primaries(primaries)?.luminance else { return nil }
      (red, blue) = (luminance[0], luminance[2])
    default: return nil
    }
  }
}
