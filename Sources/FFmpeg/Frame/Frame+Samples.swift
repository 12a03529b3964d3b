internal import CFFmpeg
package import Media

extension Frame {
  /// Makes a picture of planes whose samples are computed.
  ///
  /// C function: `av_frame_get_buffer`.
  ///
  /// - Parameters:
  ///   - size: Pixels, even both ways.
  ///   - format: ``PixelFormat/yuv420p`` or ``PixelFormat/yuv420p10``.
  ///   - line: The samples of a row of a plane (0 to 2), from 0 to 255 whatever the depth.
  package convenience init(
    size: PixelSize, format: PixelFormat, line: (_ plane: Int, _ row: Int) -> ArraySlice<UInt8>
  ) throws(FFmpegError) {
    try self.init()
    unsafe handle.pointee.width = Int32(size.width)
    unsafe handle.pointee.height = Int32(size.height)
    unsafe handle.pointee.format = av_get_pix_fmt(format.name).rawValue
    try unsafe check("av_frame_get_buffer", av_frame_get_buffer(handle, 0))
    for plane in 0..<3 {
      guard let base = unsafe self.plane(plane) else { continue }
      let width = plane == 0 ? size.width : size.width / 2
      for row in 0..<(plane == 0 ? size.height : size.height / 2) {
        let target = unsafe base.advanced(by: row * self.stride(plane))
        let samples = line(plane, row).prefix(width)
        if format.bitDepth > 8 {
          for (column, sample) in samples.enumerated() {
            unsafe target.storeBytes(
              of: UInt16(sample) << (format.bitDepth - 8), toByteOffset: column * 2, as: UInt16.self)
          }
        } else {
          unsafe samples.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe target.copyMemory(from: start, byteCount: bytes.count) }
          }
        }
      }
    }
  }

  /// The mean squared difference of the first planes' samples (every second one of every fourth row), in steps of 8
  /// bits; `nil` when the frames differ in size or layout.
  package func lumaError(against other: Frame) -> Double? {
    guard let format = pixelFormat, other.pixelFormat?.bitDepth == format.bitDepth, other.size == size,
      let mine = unsafe plane(0), let theirs = unsafe other.plane(0)
    else { return nil }
    let step = format.bitDepth > 8 ? 2 : 1
    var sum = 0.0
    var count = 0
    for row in Swift.stride(from: 0, to: size.height, by: 4) {
      var inRow = 0
      for column in Swift.stride(from: 0, to: size.width, by: 2) {
        let a = unsafe Self.sample(mine, row * stride(0) + column * step, wide: step == 2)
        let b = unsafe Self.sample(theirs, row * other.stride(0) + column * step, wide: step == 2)
        inRow += (a - b) * (a - b)
        count += 1
      }
      sum += Double(inRow)
    }
    let scale = Double(1 << (format.bitDepth - 8))
    return sum / Double(max(count, 1)) / (scale * scale)
  }

  /// The brightness of each cell of 16 by 16 pixels, row by row, from 0 to 255 whatever the depth; `nil` when the frame
  /// isn't in the machine's memory.
  package var cellBrightness: [UInt8]? {
    brightness(columns: (size.width + 15) / 16, rows: (size.height + 15) / 16, samples: 4)
  }

  /// The brightness of 32 by 18 equal parts, to hold pictures of different sizes against each other; `nil` when the frame
  /// isn't in the machine's memory.
  package var partBrightness: [UInt8]? { brightness(columns: 32, rows: 18, samples: 12) }

  /// The mean of each of 8 by 6 equal parts of a plane that holds one component, from 0 to 255 whatever the depth; `nil`
  /// when the frame has no such plane in the machine's memory.
  package func partMeans(of plane: Int) -> [UInt8]? {
    guard plane < planeCount else { return nil }
    return means(of: plane, columns: 8, rows: 6, samples: 12)
  }

  private func brightness(columns: Int, rows: Int, samples: Int) -> [UInt8]? {
    means(of: 0, columns: columns, rows: rows, samples: samples)
  }

  /// The mean of some samples, evenly spread both ways, of each cell of a plane.
  private func means(of plane: Int, columns: Int, rows: Int, samples: Int) -> [UInt8]? {
    guard !isOnDevice, let format = pixelFormat, let base = unsafe self.plane(plane) else { return nil }
    let extent = extent(of: plane)
    let (width, height) =
      plane == 0 ? (size.width, size.height) : (extent.bytesPerRow / (format.bitDepth > 8 ? 2 : 1), extent.rows)
    let stride = stride(plane)
    let isWide = format.bitDepth > 8
    // The layouts that video units take have the bits at the upper end, planar ones at the lower.
    let shift = isWide ? (format.name.hasPrefix("p0") ? 8 : format.bitDepth - 8) : 0
    let across = (0..<(columns * samples)).map { $0 * width / (columns * samples) }
    var cells = [UInt8](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      var sums = [Int](repeating: 0, count: columns)
      for part in 0..<samples {
        let line = unsafe base.advanced(by: (row * samples + part) * height / (rows * samples) * stride)
        var position = 0
        for column in 0..<columns {
          var sum = 0
          for _ in 0..<samples {
            let x = across[position]
            position += 1
            sum +=
              isWide
              ? Int(unsafe line.load(fromByteOffset: x * 2, as: UInt16.self)) >> shift
              : Int(unsafe line.load(fromByteOffset: x, as: UInt8.self))
          }
          sums[column] += sum
        }
      }
      for column in 0..<columns { cells[row * columns + column] = UInt8(clamping: sums[column] / (samples * samples)) }
    }
    return cells
  }

  func plane(_ index: Int) -> UnsafeMutableRawPointer? {
    let data = unsafe handle.pointee.data
    return switch index {
    case 0: unsafe UnsafeMutableRawPointer(data.0)
    case 1: unsafe UnsafeMutableRawPointer(data.1)
    case 2: unsafe UnsafeMutableRawPointer(data.2)
    default: unsafe UnsafeMutableRawPointer(data.3)
    }
  }

  func stride(_ index: Int) -> Int {
    let sizes = unsafe handle.pointee.linesize
    return switch index {
    case 0: Int(sizes.0)
    case 1: Int(sizes.1)
    case 2: Int(sizes.2)
    default: Int(sizes.3)
    }
  }

  private static func sample(_ base: UnsafeMutableRawPointer, _ offset: Int, wide: Bool) -> Int {
    wide
      ? Int(unsafe base.load(fromByteOffset: offset, as: UInt16.self))
      : Int(unsafe base.load(fromByteOffset: offset, as: UInt8.self))
  }
}
