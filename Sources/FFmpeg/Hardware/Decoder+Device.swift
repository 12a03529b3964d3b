internal import CFFmpeg

extension Decoder {
  /// Frames that a unit's decoder has to have beside those that it refers to: as many as wait in our stages. NVIDIA's
  /// can't have more than 32 in all, so there they move on at once.
  private static func frames(beside interface: HardwareDevice.Interface) -> Int32 { interface == .cuda ? 2 : 24 }

  /// Lets a video unit decode what it can; the decoder asks which format of frames to give.
  static func use(
    _ device: HardwareDevice, in context: UnsafeMutablePointer<AVCodecContext>
  ) throws(FFmpegError) {
    unsafe context.pointee.hw_device_ctx = try unsafe FFmpeg.check("av_buffer_ref", av_buffer_ref(device.handle))
    unsafe context.pointee.extra_hw_frames = frames(beside: device.interface)
    // A unit works on one picture after the other anyway.
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.get_format = { context, formats in
      guard let context = unsafe context, let formats = unsafe formats else { return AV_PIX_FMT_NONE }
      var first: AVPixelFormat?
      var position = 0
      while true {
        let format = unsafe formats[position]
        if format == AV_PIX_FMT_NONE { return first ?? AV_PIX_FMT_NONE }
        if format == AV_PIX_FMT_VAAPI || format == AV_PIX_FMT_CUDA, unsafe Decoder.matches(format, context) {
          return format
        }
        // The decoder asks again without the unit's format when that refuses the stream.
        if unsafe av_pix_fmt_desc_get(format).pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0, first == nil {
          first = format
        }
        position += 1
      }
    }
  }

  /// The frame itself, or one with the same samples elsewhere in NVIDIA's memory. C function: `av_hwframe_transfer_data`.
  func moved(_ frame: Frame) throws(FFmpegError) -> Frame {
    guard let device, device.interface == .cuda, frame.isOnDevice else { return frame }
    let pool: FramePool
    if let landing, landing.takes(frame) {
      pool = landing
    } else {
      pool = try FramePool(on: device, like: frame)
      landing = pool
    }
    return try pool.upload(frame)
  }

  private static func matches(_ format: AVPixelFormat, _ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
    guard let data = unsafe context.pointee.hw_device_ctx?.pointee.data else { return false }
    let type = unsafe data.withMemoryRebound(to: AVHWDeviceContext.self, capacity: 1) { unsafe $0.pointee.type }
    return format == (type == AV_HWDEVICE_TYPE_VAAPI ? AV_PIX_FMT_VAAPI : AV_PIX_FMT_CUDA)
  }
}
