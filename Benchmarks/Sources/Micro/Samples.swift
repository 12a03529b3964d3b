import FFmpeg
import Media

/// Material for parts of the library, the same each time.
enum Samples {
  /// A picture of slopes with noise on them.
  static func frame(_ size: PixelSize, _ format: PixelFormat, seed: UInt64 = 1) throws -> Frame {
    var noise = Noise(state: seed)
    return try Frame(size: size, format: format) { plane, row in
      ArraySlice(
        (0..<size.width).map { column in
          UInt8(plane == 0 ? 40 + (row / 8 + column / 12) % 150 : 110 + (row / 16 + column / 24) % 30) &+ noise.next()
            % 8
        })
    }
  }

  /// A coded picture of H.265 between start codes: a delimiter and a slice of noise without zeros.
  static func accessUnit(bytes: Int) -> [UInt8] {
    var noise = Noise(state: 3)
    let slice: [UInt8] = [0x28, 0x01, 0xAF] + (0..<bytes).map { _ in max(noise.next(), 1) }
    return [0, 0, 0, 1, 0x46, 0x01, 0x50, 0, 0, 0, 1] + slice
  }

  /// Numbers that look like chance (xorshift, Marsaglia 2003).
  private struct Noise {
    var state: UInt64

    mutating func next() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 32)
    }
  }
}
