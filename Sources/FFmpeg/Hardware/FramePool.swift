internal import CFFmpeg
package import Media

/// An owner of a reference to an `AVHWFramesContext`: frames of one size and layout in a device's memory.
// @unchecked Sendable because the reference is never changed; FFmpeg counts its copies atomically.
@safe package final class FramePool: @unchecked Sendable {
  let handle: UnsafeMutablePointer<AVBufferRef>
  let pixelFormat: AVPixelFormat
  private let size: PixelSize
  private let layout: AVPixelFormat

  /// Makes a pool. C functions: `av_hwframe_ctx_alloc`, `av_hwframe_ctx_init`.
  ///
  /// Its frames have exactly this layout: a device that lacks it is an error, never a silent conversion.
  ///
  /// - Parameters:
  ///   - device: Where the frames are.
  ///   - size: Pixels.
  ///   - format: How samples are laid out: `nv12` or `p010`.
  package convenience init(on device: HardwareDevice, size: PixelSize, format: PixelFormat) throws(FFmpegError) {
    try self.init(on: device, size: size, layout: unsafe av_get_pix_fmt(format.name), name: format.name)
  }

  /// Makes a pool of frames as large as one in a device's memory, and laid out like it.
  convenience init(on device: HardwareDevice, like frame: Frame) throws(FFmpegError) {
    try self.init(on: device, size: frame.size, layout: Self.layout(of: frame), name: "for decoded frames")
  }

  private init(
    on device: HardwareDevice, size: PixelSize, layout: AVPixelFormat, name: String
  ) throws(FFmpegError) {
    var made = unsafe av_hwframe_ctx_alloc(device.handle)
    guard let reference = unsafe made, let data = unsafe reference.pointee.data else {
      throw FFmpegError(function: "av_hwframe_ctx_alloc", code: FFmpegError.outOfMemory)
    }
    unsafe data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { context in
      unsafe context.pointee.format = device.pixelFormat
      unsafe context.pointee.sw_format = layout
      unsafe context.pointee.width = Int32(size.width)
      unsafe context.pointee.height = Int32(size.height)
    }
    do throws(FFmpegError) {
      try check("av_hwframe_ctx_init(\(name) \(size))", unsafe av_hwframe_ctx_init(reference))
    } catch {
      unsafe av_buffer_unref(&made)
      throw error
    }
    unsafe handle = unsafe reference
    pixelFormat = device.pixelFormat
    self.size = size
    self.layout = layout
  }

  deinit {
    var handle: UnsafeMutablePointer<AVBufferRef>? = unsafe handle
    unsafe av_buffer_unref(&handle)
  }

  /// Whether its frames are as large as one in a device's memory, and laid out like it.
  func takes(_ frame: Frame) -> Bool { frame.size == size && Self.layout(of: frame) == layout }

  private static func layout(of frame: Frame) -> AVPixelFormat {
    guard let data = unsafe frame.handle.pointee.hw_frames_ctx?.pointee.data else { return AV_PIX_FMT_NONE }
    return unsafe data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { unsafe $0.pointee.sw_format }
  }

  /// Copies a frame, its times and its color into memory of the pool. C function: `av_hwframe_transfer_data`.
  package func upload(_ frame: Frame) throws(FFmpegError) -> Frame {
    let uploaded = try Frame()
    try unsafe check("av_hwframe_get_buffer", av_hwframe_get_buffer(handle, uploaded.handle, 0))
    try unsafe check("av_hwframe_transfer_data", av_hwframe_transfer_data(uploaded.handle, frame.handle, 0))
    try unsafe check("av_frame_copy_props", av_frame_copy_props(uploaded.handle, frame.handle))
    return uploaded
  }
}
