/// Width and height of a picture in pixels.
public struct PixelSize: Sendable, Hashable, Codable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int

  /// Makes a size of a width and a height in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The longer of the two sides.
  public var longSide: Int { max(width, height) }
  /// The shorter of the two sides.
  public var shortSide: Int { min(width, height) }
  /// The size with width and height swapped, as a turn by a quarter leaves it.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
  /// The size as `1920x1080`.
  public var description: String { "\(width)x\(height)" }
}
