internal import DynamicRange
internal import FFmpeg
internal import Media

/// Brings frames of one size and layout into another system of color.
struct ColorConverter {
  private let converter: PictureConverter
  private let pool: PicturePool
  private let size: PixelSize
  private let color: ColorDescription
  private let threads: Int

  /// Pairs of rows below which another thread costs more than it brings.
  private static let fewestPairs = 32

  /// Makes the tables and a pool.
  ///
  /// - Parameters:
  ///   - conversion: What is done.
  ///   - format: How the frames' samples are laid out.
  ///   - size: The frames' pixels.
  ///   - target: How samples are to be laid out: ``PixelFormat/yuv420p`` or ``PixelFormat/yuv420p10``.
  ///   - threads: Threads that share the rows of a frame.
  /// - Throws: `FFmpegError` when there is no memory, or for colors and layouts that a plan doesn't let through.
  init(
    _ conversion: ColorConversion, from format: PixelFormat, size: PixelSize, to target: PixelFormat, threads: Int
  ) throws(FFmpegError) {
    guard let formulas = conversion.formulas, let made = PictureConverter(formulas, from: format, to: target) else {
      throw FFmpegError(function: "converting \(format.name) to \(target.name)", code: FFmpegError.invalidData)
    }
    converter = made
    pool = try PicturePool(size: size, format: target)
    self.size = size
    color = conversion.target
    self.threads = threads
  }

  /// The frame in the other system, with the times and everything else that belongs to it.
  func convert(_ frame: Frame) throws(FFmpegError) -> Frame {
    let result = try pool.picture(like: frame)
    result.setColor(color)
    guard let source = unsafe frame.planes, let target = unsafe result.planes else {
      throw FFmpegError(function: "the planes of a frame", code: FFmpegError.invalidData)
    }
    let pairs = (size.height + 1) / 2
    let parts = max(1, min(threads, pairs / Self.fewestPairs))
    let others = (1..<max(parts, 1)).map { part in
      StageThread { [converter, size] in
        unsafe converter.convert(
          (pairs * part / parts)..<(pairs * (part + 1) / parts), of: source, into: target, size: size)
      }
    }
    unsafe converter.convert(0..<(pairs / parts), of: source, into: target, size: size)
    for thread in others { thread.join() }
    // The planes belong to the frames.
    withExtendedLifetime((frame, result)) {}
    return result
  }
}

extension Frame {
  /// The planes, valid as long as the frame is.
  fileprivate var planes: PicturePlanes? {
    unsafe withPlane(0) { luma, lumaStride in
      unsafe withPlane(1) { blue, blueStride in
        let red = unsafe withPlane(2) { base, stride in unsafe (base, stride) }
        return unsafe PicturePlanes(
          bases: (luma, blue, red?.0), strides: (lumaStride, blueStride, red?.1 ?? 0))
      } ?? nil
    } ?? nil
  }
}
