public import Media

/// Something that is done to each decoded frame.
///
/// A plan's steps stand in this order: fields are joined and noise is filtered while samples are still where the camera
/// put them; then the picture is cropped and scaled, because what follows costs less with fewer pixels; then colors
/// change, and last the frame around the picture is made and turned.
public enum TransformStep: Sendable, Hashable, Codable {
  /// Two fields become one frame.
  case deinterlace
  /// Noise is filtered out.
  case denoise(DenoiseStrength)
  /// A part of the picture is left, of a picture of this stored size.
  case crop(PixelRectangle, of: PixelSize)
  /// The picture is scaled to this stored size and laid out in this format, in the same color.
  case scale(PixelSize, PixelFormat)
  /// High dynamic range becomes the standard range or another system of high dynamic range, laid out in this format.
  case convertColor(ColorConversion, PixelFormat)
  /// Brightness is stretched.
  case levels(LevelPoints)
  /// The picture is put into a black frame of this stored size, at this place.
  case pad(PixelSize, around: PixelRectangle)
  /// The picture is turned and mirrored upright.
  case orient(Orientation)
  /// Frames are made between those of slow motion, so that there are this many a second.
  case interpolate(Rational)
}

/// A part of a picture in pixels, from its upper left corner.
public struct PixelRectangle: Sendable, Hashable, Codable {
  /// Pixels to the left of it.
  public let x: Int
  /// Pixels above it.
  public let y: Int
  /// How large it is.
  public let size: PixelSize

  package init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// The part in the middle of a picture, at even coordinates.
  init(_ size: PixelSize, centeredIn whole: PixelSize) {
    self.init(x: (whole.width - size.width) / 4 * 2, y: (whole.height - size.height) / 4 * 2, size: size)
  }
}

/// How strongly noise is filtered out, in steps of 8 bits: differences of about this size are taken for noise.
public struct DenoiseStrength: Sendable, Hashable, Codable {
  /// Between neighboring pixels of a frame.
  public let spatial: Double
  /// Between a pixel and the same one of earlier frames.
  public let temporal: Double

  package init(spatial: Double, temporal: Double) {
    self.spatial = spatial
    self.temporal = temporal
  }
}

/// What becomes black and white, as shares of the way from black (0) to white (1).
public struct LevelPoints: Sendable, Hashable, Codable {
  /// What becomes black.
  public let black: Double
  /// What becomes white.
  public let white: Double

  package init(black: Double, white: Double) {
    self.black = black
    self.white = white
  }
}

/// What an encoder is tuned for.
public enum EncoderTuning: String, Sendable, Hashable, Codable {
  /// Nothing in particular.
  case standard
  /// Sharp text and lines on even areas, as recordings of screens have them.
  case screen
}
