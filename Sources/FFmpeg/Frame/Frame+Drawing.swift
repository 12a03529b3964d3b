internal import CFFmpeg
package import Media

extension Frame {
  /// Makes a picture whose bytes are all zero, which is black and wholly transparent in a layout with alpha.
  ///
  /// C function: `av_frame_get_buffer`.
  package convenience init(blank size: PixelSize, format: PixelFormat) throws(FFmpegError) {
    try self.init()
    unsafe handle.pointee.width = Int32(size.width)
    unsafe handle.pointee.height = Int32(size.height)
    unsafe handle.pointee.format = av_get_pix_fmt(format.name).rawValue
    try unsafe check("av_frame_get_buffer", av_frame_get_buffer(handle, 0))
    for index in 0..<3 {
      guard let base = unsafe plane(index) else { continue }
      let step =
        switch format.chromaSubsampling {
        case .yuv420, .yuv440: 2
        case .yuv410: 4
        case .gray, .yuv422, .yuv444, .yuv411, .rgb: 1
        }
      let rows = index == 0 ? size.height : (size.height + step - 1) / step
      unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: stride(index) * rows)
    }
  }

  /// Lends the samples of a plane, which are only valid within the closure.
  ///
  /// - Parameters:
  ///   - index: 0 to 3.
  ///   - body: Gets the first sample and the bytes from one row to the next.
  /// - Returns: What the closure gives; `nil` when there is no such plane.
  package func withPlane<Result>(
    _ index: Int, _ body: (_ base: UnsafeMutableRawPointer, _ bytesPerRow: Int) throws -> Result
  ) rethrows -> Result? {
    guard let base = unsafe plane(index) else { return nil }
    defer { withExtendedLifetime(self) {} }
    return unsafe try body(base, stride(index))
  }
}
