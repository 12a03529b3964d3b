import Media

/// What players take the matrix of a film for that names none: they go by the size that it is stored in.
///
/// They agree on the sizes of television only. Between those, mpv and libplacebo want 1280 pixels or more than 576 lines
/// for BT.709, VLC and SDL more than 576 lines, Chromium and Firefox 720.
enum AssumedMatrix {
  private static let rules: [@Sendable (PixelSize) -> Bool] = [
    { $0.width >= 1280 || $0.height > 576 }, { $0.height > 576 }, { $0.height >= 720 },
  ]

  /// The matrix that a film of a stored size most probably has: the first rule takes cropped films of high definition for
  /// what they are.
  static func matrix(for size: PixelSize) -> MatrixCoefficients { rules[0](size) ? .bt709 : .smpte170m }

  /// Whether any player would take a film for another matrix after it changed from one stored size to another.
  static func changes(from source: PixelSize, to result: PixelSize) -> Bool {
    rules.contains { $0(source) != $0(result) }
  }
}
