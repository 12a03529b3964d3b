/// Fractions of a step that are added to samples before they are rounded, so that their mean over an area is right.
///
/// The ordered pattern of Bayer: every fraction of 1/64 once in a square of eight by eight. None is as large as half a
/// step, so a value that needs no rounding stays what it is.
package enum Dither {
  /// The side of the square.
  package static let side = 8

  /// The fraction at a place, between -0.5 and 0.5.
  package static func offset(row: Int, column: Int) -> Double {
    let (x, y) = (column % side, (row ^ column) % side)
    var rank = 0
    for bit in 0..<3 {
      rank = rank << 2 | (y >> bit & 1) << 1 | x >> bit & 1
    }
    return (Double(rank) + 0.5) / 64 - 0.5
  }
}
