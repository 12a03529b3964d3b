internal import FFmpeg
internal import Media

/// Draws subtitles that are pictures, which are read as the film goes on.
final class PicturePainter {
  private let reader: SubtitleReader
  private let clock: SubtitleClock
  private let size: PixelSize
  /// Where pictures of a stream that doesn't tell its size refer to: the source's film.
  private let film: PixelSize
  private let coding: SampleCoding
  private var next: DecodedSubtitle?
  private var isAtEnd = false
  private var shown: (end: Double?, overlays: [Overlay]) = (nil, [])

  init(_ reader: SubtitleReader, clock: SubtitleClock, film: PixelSize, on size: PixelSize, coding: SampleCoding) {
    self.reader = reader
    self.clock = clock
    self.film = film
    self.size = size
    self.coding = coding
  }

  /// What is to be seen at a time of the result; times rise.
  func overlays(at seconds: Double) throws -> [Overlay] {
    var latest: DecodedSubtitle?
    while true {
      if next == nil, !isAtEnd {
        next = try reader.next()
        isAtEnd = next == nil
      }
      // A frame and what begins with it may differ by what their clocks round.
      guard let next, clock.seconds(next.start) <= seconds + 0.001 else { break }
      latest = next
      self.next = nil
    }
    if let latest {
      let frame = PictureFrame(canvas: reader.canvas ?? film, film: film, target: size)
      shown = (latest.end.map { clock.seconds($0) }, latest.pictures.compactMap { overlay(of: $0, in: frame) })
    }
    if let end = shown.end, seconds >= end - 0.001 { shown = (nil, []) }
    return shown.overlays
  }

  private func overlay(of picture: SubtitlePicture, in frame: PictureFrame) -> Overlay? {
    // Many are as wide as the canvas with a line of text in the middle; what is transparent may leave the frame.
    guard let seen = Bitmap(size: picture.size, straight: picture.pixels).seen else { return nil }
    let place = frame.place(x: picture.x + seen.x, y: picture.y + seen.y, of: seen.bitmap.size)
    return Overlay(seen.bitmap.resized(to: place.size), x: place.x, y: place.y, on: size, coding: coding)
  }
}

/// How a subtitle stream's canvas lies over the frames.
struct PictureFrame {
  private let across: Double
  private let down: Double
  private let shift: (x: Double, y: Double)
  private let target: PixelSize

  /// - Parameters:
  ///   - canvas: What places refer to.
  ///   - film: The source's stored pixels.
  ///   - target: The frames' pixels.
  init(canvas: PixelSize, film: PixelSize, target: PixelSize) {
    self.target = target
    let x = Double(target.width) / Double(max(canvas.width, 1))
    let y = Double(target.height) / Double(max(canvas.height, 1))
    if canvas == film || abs(x / y - 1) < 0.03 {
      // The same picture, though perhaps with other pixels.
      (across, down, shift) = (x, y, (0, 0))
    } else {
      // A film whose bars were cut off has a canvas that goes on where they were.
      let scale = max(x, y)
      across = scale
      down = scale
      shift = (
        (Double(target.width) - Double(canvas.width) * scale) / 2,
        (Double(target.height) - Double(canvas.height) * scale) / 2
      )
    }
  }

  /// Where a picture comes to lie, moved and made smaller where it would leave the frame.
  func place(x: Int, y: Int, of size: PixelSize) -> (x: Int, y: Int, size: PixelSize) {
    let wide = Double(size.width) * across
    let high = Double(size.height) * down
    let fit = min(1, Double(target.width) / max(wide, 1), Double(target.height) / max(high, 1))
    let scaled = PixelSize(
      width: max(1, Int((wide * fit).rounded())), height: max(1, Int((high * fit).rounded())))
    let left = Int((Double(x) * across + shift.x).rounded())
    let top = Int((Double(y) * down + shift.y).rounded())
    return (
      min(max(left, 0), max(0, target.width - scaled.width)), min(max(top, 0), max(0, target.height - scaled.height)),
      scaled
    )
  }
}
