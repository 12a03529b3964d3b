internal import FFmpeg
internal import Media

extension Overlay {
  /// Blends the picture into a frame that nobody else sees.
  ///
  /// - Parameters:
  ///   - frame: The frame, in the machine's memory.
  ///   - layout: How its samples are laid out: 4:2:0 of 8 or 10 bits, chroma in two planes or interleaved.
  func blend(into frame: Frame, layout: PixelFormat) {
    guard size.width > 0, size.height > 0 else { return }
    if layout.bitDepth > 8 {
      blend(UInt16.self, into: frame, isInterleaved: layout.isInterleaved, shift: layout.isInterleaved ? 6 : 0)
    } else {
      blend(UInt8.self, into: frame, isInterleaved: layout.isInterleaved, shift: 0)
    }
  }

  private func blend<Sample: FixedWidthInteger & UnsignedInteger>(
    _ type: Sample.Type, into frame: Frame, isInterleaved: Bool, shift: Int
  ) {
    _ = unsafe frame.withPlane(0) { base, bytesPerRow in
      let target = unsafe Target<Sample>(base, bytesPerRow, x: x, y: y, step: 1, shift: shift)
      target.blend(luma, lumaAlpha, width: size.width)
    }
    let parts: [(plane: Int, offset: Int, samples: [UInt16])] =
      isInterleaved ? [(1, 0, cb), (1, 1, cr)] : [(1, 0, cb), (2, 0, cr)]
    let step = isInterleaved ? 2 : 1
    for part in parts {
      _ = unsafe frame.withPlane(part.plane) { base, bytesPerRow in
        let target = unsafe Target<Sample>(
          base, bytesPerRow, x: x / 2 * step + part.offset, y: y / 2, step: step, shift: shift)
        target.blend(part.samples, chromaAlpha, width: size.width / 2)
      }
    }
  }
}

/// Where in a plane a picture is blended; not to be kept.
@safe private struct Target<Sample: FixedWidthInteger & UnsignedInteger> {
  private let first: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  private let step: Int
  private let shift: Int

  init(_ base: UnsafeMutableRawPointer, _ bytesPerRow: Int, x: Int, y: Int, step: Int, shift: Int) {
    unsafe first = unsafe base.advanced(by: y * bytesPerRow + x * MemoryLayout<Sample>.stride)
    self.bytesPerRow = bytesPerRow
    self.step = step
    self.shift = shift
  }

  func blend(_ samples: [UInt16], _ alphas: [UInt16], width: Int) {
    for row in 0..<(samples.count / width) {
      let line = unsafe first.advanced(by: row * bytesPerRow).assumingMemoryBound(to: Sample.self)
      for column in 0..<width {
        let index = row * width + column
        let alpha = Int(alphas[index])
        if alpha == 0 { continue }
        let old = unsafe Int(line[column * step]) >> shift
        let mixed = old * (Overlay.opaque - alpha) + Int(samples[index]) * alpha + Overlay.opaque / 2
        unsafe line[column * step] = Sample(truncatingIfNeeded: (mixed / Overlay.opaque) << shift)
      }
    }
  }
}
