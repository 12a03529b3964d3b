internal import FFmpeg
internal import Media

/// A picture in a film's own samples, at its place, ready to be blended into many frames.
struct Overlay: Sendable {
  /// Where it begins and how large it is, in luma samples; all even.
  let x: Int
  let y: Int
  let size: PixelSize
  /// Samples of luma, row by row.
  let luma: [UInt16]
  /// How much of each is seen, from 0 to ``opaque``.
  let lumaAlpha: [UInt16]
  let cb: [UInt16]
  let cr: [UInt16]
  let chromaAlpha: [UInt16]

  /// What is wholly seen.
  static let opaque = 32_768

  /// Brings a picture into a film's samples.
  ///
  /// - Parameters:
  ///   - bitmap: The picture.
  ///   - x: Columns from the frame's left side; may be negative.
  ///   - y: Rows from the frame's upper side; may be negative.
  ///   - frame: The frame's pixels; what lies outside is left out.
  ///   - opacity: How much of it is seen, from 0 to 1.
  ///   - coding: How colors become samples.
  init(_ bitmap: Bitmap, x: Int, y: Int, on frame: PixelSize, opacity: Double = 1, coding: SampleCoding) {
    // From an even place to an even place, so that chroma samples belong to whole squares of luma.
    let left = min(max(0, x), frame.width) & ~1
    let top = min(max(0, y), frame.height) & ~1
    let right = max(left, (min(frame.width, x + bitmap.size.width) + 1) & ~1)
    let bottom = max(top, (min(frame.height, y + bitmap.size.height) + 1) & ~1)
    self.x = left
    self.y = top
    size = PixelSize(width: right - left, height: bottom - top)
    var pixels = PixelReader(bitmap: bitmap, coding: coding)
    let (columns, rows) = (size.width / 2, size.height / 2)
    var luma = [UInt16](repeating: 0, count: size.width * size.height)
    var lumaAlpha = luma
    var cb = [UInt16](repeating: 0, count: columns * rows)
    var cr = cb
    var chromaAlpha = cb
    let scale = opacity * Double(Self.opaque) / 255
    for row in 0..<rows {
      for column in 0..<columns {
        var sums = (alpha: 0.0, cb: 0.0, cr: 0.0)
        for (down, across) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
          let place = (x: left + column * 2 + across - x, y: top + row * 2 + down - y)
          guard let pixel = pixels.read(place.x, place.y) else { continue }
          let index = (row * 2 + down) * size.width + column * 2 + across
          luma[index] = UInt16(clamping: Int(pixel.color.luma.rounded()))
          lumaAlpha[index] = UInt16((pixel.alpha * scale).rounded())
          sums.alpha += pixel.alpha
          sums.cb += pixel.color.cb * pixel.alpha
          sums.cr += pixel.color.cr * pixel.alpha
        }
        guard sums.alpha > 0 else { continue }
        let index = row * columns + column
        cb[index] = UInt16(clamping: Int((sums.cb / sums.alpha).rounded()))
        cr[index] = UInt16(clamping: Int((sums.cr / sums.alpha).rounded()))
        chromaAlpha[index] = UInt16((sums.alpha / 4 * scale).rounded())
      }
    }
    (self.luma, self.lumaAlpha, self.cb, self.cr, self.chromaAlpha) = (luma, lumaAlpha, cb, cr, chromaAlpha)
  }
}

/// Reads pixels of a picture as samples, and remembers the last color: neighbors often have the same.
private struct PixelReader {
  let bitmap: Bitmap
  let coding: SampleCoding
  private var last: (color: UInt32, samples: SampleCoding.Samples)?

  init(bitmap: Bitmap, coding: SampleCoding) {
    self.bitmap = bitmap
    self.coding = coding
  }

  /// Samples and alpha (1 to 255) of a pixel; `nil` where nothing is seen.
  mutating func read(_ x: Int, _ y: Int) -> (color: SampleCoding.Samples, alpha: Double)? {
    guard x >= 0, y >= 0, x < bitmap.size.width, y < bitmap.size.height else { return nil }
    let start = (y * bitmap.size.width + x) * 4
    let alpha = Int(bitmap.pixels[start + 3])
    guard alpha > 0 else { return nil }
    let (red, green, blue) = (
      straight(bitmap.pixels[start], alpha), straight(bitmap.pixels[start + 1], alpha),
      straight(bitmap.pixels[start + 2], alpha)
    )
    let color = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    if let last, last.color == color { return (last.samples, Double(alpha)) }
    let samples = coding.samples(red: red, green: green, blue: blue)
    last = (color, samples)
    return (samples, Double(alpha))
  }

  private func straight(_ value: UInt8, _ alpha: Int) -> UInt8 {
    alpha == 255 ? value : UInt8(clamping: (Int(value) * 255 + alpha / 2) / alpha)
  }
}
