/// How a stored picture has to be turned or mirrored to be shown upright: the eight orientations of Exif 2.32
/// (tag 0x0112), which are also the eight right-angled display matrices of ISO/IEC 14496-12.
public enum Orientation: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Shown as stored.
  case up = 1
  /// Shown mirrored left to right.
  case upMirrored = 2
  /// Shown turned by half a circle.
  case down = 3
  /// Shown mirrored top to bottom.
  case downMirrored = 4
  /// Shown mirrored left to right, then turned by 270 degrees clockwise (transposed).
  case leftMirrored = 5
  /// Shown turned by 90 degrees clockwise.
  case right = 6
  /// Shown mirrored left to right, then turned by 90 degrees clockwise (transversed).
  case rightMirrored = 7
  /// Shown turned by 270 degrees clockwise.
  case left = 8

  /// The clockwise turn of the display in degrees (0, 90, 180, 270), after the mirroring if there is one.
  public var clockwiseDegrees: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 90
    case .down, .downMirrored: 180
    case .left, .leftMirrored: 270
    }
  }

  /// Whether the picture is mirrored left to right before it is turned.
  public var isMirrored: Bool {
    switch self {
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    case .up, .down, .left, .right: false
    }
  }

  /// Whether showing the picture swaps its width and height.
  public var swapsSides: Bool { clockwiseDegrees % 180 != 0 }

  /// The orientation that mirrors left to right if asked, then turns clockwise.
  ///
  /// - Parameters:
  ///   - clockwiseDegrees: The turn; rounded to the nearest quarter, any sign.
  ///   - mirrored: Whether the stored picture is mirrored left to right before the turn.
  public init(clockwiseDegrees: Int, mirrored: Bool) {
    let quarter = ((Int((Double(clockwiseDegrees) / 90).rounded()) % 4) + 4) % 4
    self =
      mirrored
      ? [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored][quarter] : [.up, .right, .down, .left][quarter]
  }
}
