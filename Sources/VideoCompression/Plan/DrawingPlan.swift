internal import FoundationEssentials
public import Media

/// What is drawn into each frame, in the order of the properties: on top of the transformed picture, which stands upright
/// and has square pixels then.
public struct DrawingPlan: Sendable, Hashable, Codable {
  /// The watermark; `nil` for none.
  public let watermark: WatermarkPlan?
  /// The subtitles that become a part of the picture; `nil` for none.
  public let subtitles: BurnedSubtitlesPlan?
  /// Whether the caller's code draws (``FrameHandlers/drawFrame``).
  public let callsArtist: Bool

  package init(watermark: WatermarkPlan? = nil, subtitles: BurnedSubtitlesPlan? = nil, callsArtist: Bool = false) {
    self.watermark = watermark
    self.subtitles = subtitles
    self.callsArtist = callsArtist
  }

  /// Nothing is drawn.
  public static let nothing = DrawingPlan()

  /// Whether nothing is drawn.
  public var isNothing: Bool { self == .nothing }
}

/// Where a watermark stands.
public struct WatermarkPlan: Sendable, Hashable, Codable {
  /// The picture's path.
  public let image: String
  /// Columns from the frame's left side; even, because chroma has half of them.
  public let x: Int
  /// Rows from the frame's upper side; even.
  public let y: Int
  /// Pixels that it covers.
  public let size: PixelSize
  /// How much of it is seen, from 0 to 1.
  public let opacity: Double

  package init(image: String, x: Int, y: Int, size: PixelSize, opacity: Double) {
    self.image = image
    self.x = x
    self.y = y
    self.size = size
    self.opacity = opacity
  }

  /// Places a picture in its own size in a frame, about 2 % of the frame's shorter side from its edges, or as far as there
  /// is room; one that is larger than the frame becomes as large as fits.
  init(_ watermark: Watermark, of image: PixelSize, on frame: PixelSize) {
    let scale = min(
      1, Double(frame.width) / Double(max(image.width, 1)), Double(frame.height) / Double(max(image.height, 1)))
    let size =
      scale < 1
      ? PixelSize(
        width: max(1, Int((Double(image.width) * scale).rounded())),
        height: max(1, Int((Double(image.height) * scale).rounded()))) : image
    let margin = max(2, Int((Double(frame.shortSide) * 0.02).rounded()))
    let free = (width: max(0, frame.width - size.width), height: max(0, frame.height - size.height))
    let near = (x: min(margin, free.width / 2), y: min(margin, free.height / 2))
    let far = (x: free.width - near.x, y: free.height - near.y)
    let place =
      switch watermark.position {
      case .topLeft: (near.x, near.y)
      case .topRight: (far.x, near.y)
      case .bottomLeft: (near.x, far.y)
      case .bottomRight: (far.x, far.y)
      case .center: (free.width / 2, free.height / 2)
      }
    self.init(
      image: watermark.image.path, x: place.0 & ~1, y: place.1 & ~1, size: size, opacity: watermark.opacity)
  }
}

/// Subtitles that become a part of the picture.
public struct BurnedSubtitlesPlan: Sendable, Hashable, Codable {
  /// The file that they are in; the source's for one of its tracks.
  public let path: String
  /// Their stream's index in that file.
  public let streamIndex: Int
  /// Whether they are in a file of their own.
  public let isOwnFile: Bool
  /// Whether they are text; pictures otherwise.
  public let isText: Bool
  /// The moment of the source's timeline that their zero stands at, in seconds.
  public let zero: Double

  package init(path: String, streamIndex: Int, isOwnFile: Bool, isText: Bool, zero: Double) {
    self.path = path
    self.streamIndex = streamIndex
    self.isOwnFile = isOwnFile
    self.isText = isText
    self.zero = zero
  }
}

/// What a plan has to know of what is to be drawn, beside the wishes.
package struct DrawingFacts: Sendable, Hashable {
  /// Whether the caller's code draws.
  package var hasArtist = false
  /// The watermark's own pixels; `nil` when none is asked for.
  package var watermarkSize: PixelSize?
  /// The file of subtitles; `nil` when none is asked for.
  package var subtitleFile: SubtitleFile?
  /// Whether text can be drawn here at all: FFmpeg may have been built without it.
  package var canDrawText = true

  /// A file of subtitles.
  package struct SubtitleFile: Sendable, Hashable {
    /// The stream's index in it.
    package let streamIndex: Int
    /// Whether they are text.
    package let isText: Bool

    package init(streamIndex: Int, isText: Bool) {
      self.streamIndex = streamIndex
      self.isText = isText
    }
  }

  package init() {}

  /// Nothing is to be drawn.
  package static let none = DrawingFacts()
}
