internal import CFFmpeg
package import Media

/// Memory for pictures of one size and layout, which is used again and again: so much of it, asked of the system
/// for each frame between the small things that a caller keeps, would leave holes that nothing fits into.
@safe package final class PicturePool {
  private let handle: OpaquePointer
  private let size: PixelSize
  private let format: AVPixelFormat

  private static let alignment: Int32 = 64

  /// Makes an empty pool. C function: `av_buffer_pool_init`.
  package init(size: PixelSize, format: PixelFormat) throws(FFmpegError) {
    let format = unsafe av_get_pix_fmt(format.name)
    let count = try check(
      "av_image_get_buffer_size",
      av_image_get_buffer_size(format, Int32(size.width), Int32(size.height), Self.alignment))
    // Readers may look a little beyond the last sample.
    unsafe handle = try unsafe check("av_buffer_pool_init", av_buffer_pool_init(Int(count + Self.alignment), nil))
    self.size = size
    self.format = format
  }

  deinit {
    // What is still in use goes with its last frame.
    var handle: OpaquePointer? = unsafe handle
    unsafe av_buffer_pool_uninit(&handle)
  }

  /// A frame that nobody else sees: the same one, or a copy where a decoder or a frame that repeats it sees it, too.
  ///
  /// C functions: `av_frame_is_writable`, `av_frame_copy`.
  package func owned(_ frame: Frame) throws(FFmpegError) -> Frame {
    if unsafe av_frame_is_writable(frame.handle) > 0 { return frame }
    let copy = try picture(like: frame)
    try unsafe check("av_frame_copy", av_frame_copy(copy.handle, frame.handle))
    return copy
  }

  /// A picture whose samples are still to be written, with everything else that a frame has: times, notes, what belongs to
  /// it.
  ///
  /// C functions: `av_buffer_pool_get`, `av_frame_copy_props`.
  package func picture(like frame: Frame) throws(FFmpegError) -> Frame {
    let copy = try Frame()
    let buffer = try unsafe check("av_buffer_pool_get", av_buffer_pool_get(handle))
    // The frame owns the buffer from here on.
    unsafe copy.handle.pointee.buf.0 = unsafe buffer
    unsafe copy.handle.pointee.format = format.rawValue
    unsafe copy.handle.pointee.width = Int32(size.width)
    unsafe copy.handle.pointee.height = Int32(size.height)
    let code = unsafe withUnsafeMutablePointer(to: &copy.handle.pointee.data) { data in
      unsafe withUnsafeMutablePointer(to: &copy.handle.pointee.linesize) { strides in
        unsafe data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
          unsafe strides.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
            unsafe av_image_fill_arrays(
              data, strides, buffer.pointee.data, format, Int32(size.width), Int32(size.height), Self.alignment)
          }
        }
      }
    }
    try check("av_image_fill_arrays", code)
    try unsafe check("av_frame_copy_props", av_frame_copy_props(copy.handle, frame.handle))
    return copy
  }
}
