internal import FFmpeg
internal import Media

/// A frame's samples as an artist sees them: luma, and chroma interleaved, in the lower bits. What an encoder takes
/// otherwise is laid out anew before, and put back afterwards.
///
/// It is made once for many frames, because it keeps memory for chroma that isn't interleaved.
@safe final class FrameCanvas {
  let size: PixelSize
  let bitDepth: Int
  /// Whether the frames have chroma in two planes.
  private let isPlanar: Bool
  /// How far up the value is in the frames' samples.
  private let shift: Int
  private let interleaved: UnsafeMutableRawBufferPointer
  // Valid while a frame is on the canvas.
  private var planes: [Plane]

  private typealias Plane = (base: UnsafeMutableRawPointer, bytesPerRow: Int)

  /// Makes a canvas for frames of a size and layout.
  init(size: PixelSize, layout: PixelFormat) {
    self.size = size
    bitDepth = layout.bitDepth
    isPlanar = !layout.isInterleaved
    shift = layout.isInterleaved && layout.bitDepth > 8 ? 16 - layout.bitDepth : 0
    let count = isPlanar ? size.width * (size.height / 2) * (layout.bitDepth > 8 ? 2 : 1) : 0
    unsafe planes = []
    unsafe interleaved = .allocate(byteCount: count, alignment: 64)
  }

  deinit { unsafe interleaved.deallocate() }

  /// Lets somebody draw into a frame that nobody else sees.
  func draw(into frame: Frame, _ artist: () throws -> Void) throws {
    defer { unsafe planes = [] }
    unsafe planes = (0..<(isPlanar ? 3 : 2)).compactMap { index in
      unsafe frame.withPlane(index) { unsafe ($0, $1) }
    }
    layOut(.toArtist)
    try artist()
    layOut(.toFrame)
    withExtendedLifetime(frame) {}
  }

  var luma: VideoPlane {
    unsafe VideoPlane(
      base: planes[0].base, bytesPerRow: planes[0].bytesPerRow, width: size.width, height: size.height, components: 1,
      bitDepth: bitDepth)
  }

  var chroma: VideoPlane {
    let (base, bytesPerRow) = unsafe chromaRows
    return unsafe VideoPlane(
      base: base, bytesPerRow: bytesPerRow, width: size.width / 2, height: size.height / 2, components: 2,
      bitDepth: bitDepth)
  }

  private enum Direction { case toArtist, toFrame }

  private var chromaRows: (base: UnsafeMutableRawPointer, bytesPerRow: Int) {
    if isPlanar, let base = unsafe interleaved.baseAddress {
      return unsafe (base, size.width * (bitDepth > 8 ? 2 : 1))
    }
    return unsafe planes[1]
  }

  private func layOut(_ direction: Direction) {
    if isPlanar {
      if bitDepth > 8 {
        exchange(UInt16.self, direction)
      } else {
        exchange(UInt8.self, direction)
      }
    }
    guard bitDepth > 8 else { return }
    unsafe settle(planes[0], rows: size.height, direction)
    if !isPlanar { unsafe settle(planes[1], rows: size.height / 2, direction) }
  }

  /// Interleaves the two planes of chroma, or takes them apart.
  private func exchange<Sample: FixedWidthInteger & UnsignedInteger>(_ type: Sample.Type, _ direction: Direction) {
    let count = size.width / 2
    let maximum = Sample(truncatingIfNeeded: 1 << bitDepth - 1)
    let (base, bytesPerRow) = unsafe chromaRows
    for row in 0..<(size.height / 2) {
      let both = unsafe base.advanced(by: row * bytesPerRow).assumingMemoryBound(to: type)
      let cb = unsafe planes[1].base.advanced(by: row * planes[1].bytesPerRow).assumingMemoryBound(to: type)
      let cr = unsafe planes[2].base.advanced(by: row * planes[2].bytesPerRow).assumingMemoryBound(to: type)
      switch direction {
      case .toArtist:
        for column in 0..<count {
          unsafe both[2 * column] = unsafe cb[column]
          unsafe both[2 * column + 1] = unsafe cr[column]
        }
      case .toFrame:
        for column in 0..<count {
          unsafe cb[column] = unsafe min(both[2 * column], maximum)
          unsafe cr[column] = unsafe min(both[2 * column + 1], maximum)
        }
      }
    }
  }

  /// Moves samples of ten bits between the places that an artist and an encoder want them in. An encoder may trust that
  /// none is too large.
  private func settle(
    _ plane: Plane, rows: Int, _ direction: Direction
  ) {
    guard direction == .toFrame || shift > 0 else { return }
    let maximum = UInt16(1 << bitDepth - 1)
    let shift = UInt16(shift)
    for row in 0..<rows {
      let line = unsafe plane.base.advanced(by: row * plane.bytesPerRow).assumingMemoryBound(to: UInt16.self)
      switch direction {
      case .toArtist: for column in 0..<size.width { unsafe line[column] &>>= shift }
      case .toFrame: for column in 0..<size.width { unsafe line[column] = unsafe min(line[column], maximum) &<< shift }
      }
    }
  }
}

extension PixelFormat {
  /// Whether chroma is interleaved in one plane, as video units take it.
  var isInterleaved: Bool { self == .nv12 || self == .p010 }
}
