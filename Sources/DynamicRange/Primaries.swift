package import Media

/// Where red, green, blue and white of a system of color lie on the CIE 1931 chromaticity diagram (ITU-T H.273, table 2).
package struct Primaries: Sendable {
  /// A point of the diagram.
  struct Point: Sendable {
    let x: Double
    let y: Double
    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    /// X, Y and Z of this color with Y of 1.
    var tristimulus: [Double] { [x / y, 1, (1 - x - y) / y] }
  }

  /// X, Y and Z of full red, green and blue, a row each of X, Y and Z.
  package let toXYZ: Matrix

  /// The primaries of a code point; `nil` for those that aren't red, green and blue.
  package init?(_ primaries: ColorPrimaries) {
    let d65 = Point(0.3127, 0.3290)
    let c = Point(0.310, 0.316)
    let (red, green, blue, white): (Point, Point, Point, Point)
    switch primaries.rawValue {
    case 1: (red, green, blue, white) = (Point(0.640, 0.330), Point(0.300, 0.600), Point(0.150, 0.060), d65)
    case 4: (red, green, blue, white) = (Point(0.670, 0.330), Point(0.210, 0.710), Point(0.140, 0.080), c)
    case 5: (red, green, blue, white) = (Point(0.640, 0.330), Point(0.290, 0.600), Point(0.150, 0.060), d65)
    case 6, 7: (red, green, blue, white) = (Point(0.630, 0.340), Point(0.310, 0.595), Point(0.155, 0.070), d65)
    case 8: (red, green, blue, white) = (Point(0.681, 0.319), Point(0.243, 0.692), Point(0.145, 0.049), c)
    case 9: (red, green, blue, white) = (Point(0.708, 0.292), Point(0.170, 0.797), Point(0.131, 0.046), d65)
    case 11:
      (red, green, blue) = (Point(0.680, 0.320), Point(0.265, 0.690), Point(0.150, 0.060))
      white = Point(0.314, 0.351)
    case 12: (red, green, blue, white) = (Point(0.680, 0.320), Point(0.265, 0.690), Point(0.150, 0.060), d65)
    case 22: (red, green, blue, white) = (Point(0.630, 0.340), Point(0.295, 0.605), Point(0.155, 0.077), d65)
    default: return nil
    }
    let columns = [red, green, blue].map(\.tristimulus)
    let unscaled = Matrix(rows: (0..<3).map { row in columns.map { $0[row] } })
    let shares = unscaled.inverse.applied(to: white.tristimulus)
    toXYZ = Matrix(rows: (0..<3).map { row in (0..<3).map { columns[$0][row] * shares[$0] } })
  }

  /// How much red, green and blue add to luminance; 1 together.
  package var luminance: [Double] { toXYZ.rows[1] }

  /// The matrix from light of these primaries to light of others. White becomes white, also where the systems' whites
  /// differ: films are seen by eyes that have got used to their white.
  package func matrix(to other: Primaries) -> Matrix {
    let direct = other.toXYZ.inverse.times(toXYZ)
    return Matrix(
      rows: direct.rows.map { row in
        let sum = row.reduce(0, +)
        return row.map { $0 / sum }
      })
  }
}

/// A matrix of three rows and three columns.
package struct Matrix: Sendable {
  /// Its rows.
  package let rows: [[Double]]

  /// Makes a matrix of three rows of three numbers.
  package init(rows: [[Double]]) { self.rows = rows }

  func applied(to vector: [Double]) -> [Double] {
    rows.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  func times(_ other: Matrix) -> Matrix {
    Matrix(
      rows: rows.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * other.rows[$1][column] } } })
  }

  /// The inverse, by cofactors; the matrices of primaries have one.
  var inverse: Matrix {
    let m = rows
    func cofactor(_ row: Int, _ column: Int) -> Double {
      let (a, b) = ((row + 1) % 3, (row + 2) % 3)
      let (c, d) = ((column + 1) % 3, (column + 2) % 3)
      return m[a][c] * m[b][d] - m[a][d] * m[b][c]
    }
    let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * cofactor(0, $1) }
    return Matrix(rows: (0..<3).map { row in (0..<3).map { cofactor($0, row) / determinant } })
  }
}
