internal import FFmpeg
internal import Media

/// A picture with transparency: red, green and blue of sRGB multiplied by alpha, and alpha, from 0 to 255.
struct Bitmap: Sendable, Hashable {
  let size: PixelSize
  let pixels: [UInt8]

  /// Makes a picture of pixels whose colors are multiplied by alpha already.
  init(size: PixelSize, premultiplied pixels: [UInt8]) {
    self.size = size
    self.pixels = pixels
  }

  /// Makes a picture of pixels whose colors aren't multiplied by alpha.
  init(size: PixelSize, straight pixels: [UInt8]) {
    self.size = size
    var result = pixels
    for start in stride(from: 0, to: pixels.count - 3, by: 4) {
      let alpha = Int(pixels[start + 3])
      guard alpha < 255 else { continue }
      for index in start..<(start + 3) { result[index] = UInt8((Int(pixels[index]) * alpha + 127) / 255) }
    }
    self.pixels = result
  }

  /// The part of the picture that is seen, and its place; `nil` when nothing is. An alpha of one or two, which discs have
  /// around their subtitles, can't be seen.
  var seen: (bitmap: Bitmap, x: Int, y: Int)? {
    let isSeen = { (column: Int, row: Int) in pixels[(row * size.width + column) * 4 + 3] > 2 }
    let rows = (0..<size.height).filter { row in (0..<size.width).contains { isSeen($0, row) } }
    guard let top = rows.first, let bottom = rows.last else { return nil }
    let columns = (0..<size.width).filter { column in rows.contains { isSeen(column, $0) } }
    guard let left = columns.first, let right = columns.last else { return nil }
    var part: [UInt8] = []
    for row in top...bottom {
      let start = (row * size.width + left) * 4
      part += pixels[start..<start + (right - left + 1) * 4]
    }
    return (
      Bitmap(size: PixelSize(width: right - left + 1, height: bottom - top + 1), premultiplied: part), left, top
    )
  }

  /// The picture in another size: each pixel is the mean of those that it covers, weighed by a triangle.
  func resized(to target: PixelSize) -> Bitmap {
    guard target != size, size.shortSide > 0, target.shortSide > 0 else { return self }
    let across = Self.weights(from: size.width, to: target.width)
    let down = Self.weights(from: size.height, to: target.height)
    var narrow = [Float](repeating: 0, count: target.width * size.height * 4)
    for row in 0..<size.height {
      for (column, taps) in across.enumerated() {
        for (offset, weight) in taps.weights.enumerated() {
          let source = (row * size.width + taps.first + offset) * 4
          let place = (row * target.width + column) * 4
          for channel in 0..<4 { narrow[place + channel] += Float(pixels[source + channel]) * weight }
        }
      }
    }
    var result = [UInt8](repeating: 0, count: target.width * target.height * 4)
    var line = [Float](repeating: 0, count: target.width * 4)
    for (row, taps) in down.enumerated() {
      for index in line.indices { line[index] = 0 }
      for (offset, weight) in taps.weights.enumerated() {
        let source = (taps.first + offset) * target.width * 4
        for index in line.indices { line[index] += narrow[source + index] * weight }
      }
      for index in line.indices { result[row * line.count + index] = UInt8(clamping: Int(line[index].rounded())) }
    }
    return Bitmap(size: target, premultiplied: result)
  }

  private struct Taps {
    let first: Int
    let weights: [Float]
  }

  private static func weights(from source: Int, to target: Int) -> [Taps] {
    let step = Double(source) / Double(target)
    let reach = max(step, 1)
    return (0..<target).map { index in
      let center = (Double(index) + 0.5) * step - 0.5
      let first = max(0, Int((center - reach).rounded(.up)))
      let last = min(source - 1, Int((center + reach).rounded(.down)))
      let raw = (first...max(first, last)).map { max(1e-6, 1 - abs(Double($0) - center) / reach) }
      let sum = raw.reduce(0, +)
      return Taps(first: min(first, source - 1), weights: raw.map { Float($0 / sum) })
    }
  }
}

extension Bitmap {
  /// The picture of an RGBA frame whose colors are multiplied by alpha already, cut to what is seen of it.
  ///
  /// - Returns: The picture and its place in the frame; `nil` when nothing is seen.
  static func seen(in frame: Frame) -> (bitmap: Bitmap, x: Int, y: Int)? {
    let size = frame.size
    return unsafe frame.withPlane(0) { base, bytesPerRow -> (Bitmap, Int, Int)? in
      var (top, bottom, left, right) = (size.height, -1, size.width, -1)
      for row in 0..<size.height {
        let line = unsafe base.advanced(by: row * bytesPerRow).assumingMemoryBound(to: UInt32.self)
        // What is wholly transparent is wholly zero.
        guard let first = (0..<size.width).first(where: { unsafe line[$0] != 0 }) else { continue }
        let last = (first..<size.width).last { unsafe line[$0] != 0 } ?? first
        (top, bottom, left, right) = (min(top, row), row, min(left, first), max(right, last))
      }
      guard bottom >= 0 else { return nil }
      var pixels: [UInt8] = []
      pixels.reserveCapacity((right - left + 1) * (bottom - top + 1) * 4)
      for row in top...bottom {
        let line = unsafe UnsafeRawBufferPointer(
          start: base.advanced(by: row * bytesPerRow + left * 4), count: (right - left + 1) * 4)
        unsafe pixels.append(contentsOf: line)
      }
      let found = PixelSize(width: right - left + 1, height: bottom - top + 1)
      return (Bitmap(size: found, premultiplied: pixels), left, top)
    } ?? nil
  }
}
