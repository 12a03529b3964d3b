internal import CFFmpeg
package import Media

extension Frame {
  /// Makes everything outside a part of the picture black, in full range: 0 of brightness, no color.
  ///
  /// C function: `av_frame_make_writable`.
  ///
  /// - Parameters:
  ///   - corner: The part's upper left corner, at even coordinates.
  ///   - part: How large it is, even both ways.
  package func blacken(outside corner: (x: Int, y: Int), size part: PixelSize) throws(FFmpegError) {
    guard !isOnDevice, let format = pixelFormat, format.chromaSubsampling == .yuv420 else { return }
    try unsafe check("av_frame_make_writable", av_frame_make_writable(handle))
    let isInterleaved = format.name == "nv12" || format.name.hasPrefix("p01")
    let isWide = format.bitDepth > 8
    let gray = UInt16(128) << (isWide ? (format.name.hasPrefix("p01") ? 8 : format.bitDepth - 8) : 0)
    for plane in 0..<(isInterleaved ? 2 : 3) {
      let half = plane == 0 ? 1 : 2
      // Interleaved chroma has two samples for each place.
      let across = plane == 0 ? 1 : isInterleaved ? 1 : 2
      fill(
        plane, columns: size.width / across, rows: size.height / half,
        except: (corner.x / across)..<((corner.x + part.width) / across),
        (corner.y / half)..<((corner.y + part.height) / half), with: plane == 0 ? 0 : gray, isWide: isWide)
    }
  }

  private func fill(
    _ plane: Int, columns: Int, rows: Int, except inner: Range<Int>, _ innerRows: Range<Int>, with value: UInt16,
    isWide: Bool
  ) {
    guard let base = unsafe self.plane(plane) else { return }
    for row in 0..<rows {
      let spans = innerRows.contains(row) ? [0..<inner.lowerBound, inner.upperBound..<columns] : [0..<columns]
      let line = unsafe base.advanced(by: row * self.stride(plane))
      for span in spans where !span.isEmpty {
        if isWide {
          unsafe line.advanced(by: span.lowerBound * 2).initializeMemory(
            as: UInt16.self, repeating: value, count: span.count)
        } else {
          unsafe line.advanced(by: span.lowerBound).initializeMemory(
            as: UInt8.self, repeating: UInt8(truncatingIfNeeded: value), count: span.count)
        }
      }
    }
  }
}
