internal import CFFmpeg
package import Media

/// What a codec or a filter gives when it is asked.
package enum Received<Element: Sendable>: Sendable {
  /// Something that is ready.
  case ready(Element)
  /// Nothing before it gets more input.
  case needsInput
  /// Nothing more at all.
  case finished
}

/// An owner of a decoding `AVCodecContext`, for pictures or sound.
@safe package final class Decoder {
  private let handle: UnsafeMutablePointer<AVCodecContext>

  /// Opens the decoder of a stream.
  ///
  /// C functions: `avcodec_find_decoder`, `avcodec_open2`.
  ///
  /// - Parameters:
  ///   - parameters: What the container says of the stream.
  ///   - timeBase: The time base of the packets that it will get.
  ///   - threads: How many threads it may use; 0 for as many as there are cores.
  ///   - device: A video unit that decodes, if it can; frames stay in its memory then. `nil` for the processor.
  ///   - isStrict: Whether every deviation from the codec's rules is an error rather than something to make do with.
  package init(
    _ parameters: CodecParameters, timeBase: Rational, threads: Int, isStrict: Bool = false,
    device: HardwareDevice? = nil
  ) throws(FFmpegError) {
    LogCapture.install()
    guard let codec = unsafe avcodec_find_decoder(parameters.handle.pointee.codec_id) else {
      throw FFmpegError(function: "avcodec_find_decoder", code: FFmpegError.decoderNotFound)
    }
    var context =
      try unsafe check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer<AVCodecContext>?
    guard let opened = unsafe context else {
      throw FFmpegError(function: "avcodec_alloc_context3", code: FFmpegError.outOfMemory)
    }
    do throws(FFmpegError) {
      try unsafe check("avcodec_parameters_to_context", avcodec_parameters_to_context(opened, parameters.handle))
      unsafe opened.pointee.pkt_timebase = timeBase.c
      unsafe opened.pointee.thread_count = Int32(threads)
      if isStrict {
        unsafe opened.pointee.err_recognition |= AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
        // Nothing is made up for what is missing.
        unsafe opened.pointee.error_concealment = 0
      }
      if let device { unsafe try Self.use(device, in: opened) }
      try unsafe check("avcodec_open2", avcodec_open2(opened, codec, nil))
    } catch {
      unsafe avcodec_free_context(&context)
      throw error
    }
    unsafe handle = unsafe opened
  }

  /// Frames that a unit's decoder has to have beside those that it refers to: as many as wait in our stages.
  private static let framesInStages: Int32 = 24

  private static func use(
    _ device: HardwareDevice, in context: UnsafeMutablePointer<AVCodecContext>
  ) throws(FFmpegError) {
    unsafe context.pointee.hw_device_ctx = try unsafe FFmpeg.check("av_buffer_ref", av_buffer_ref(device.handle))
    unsafe context.pointee.extra_hw_frames = framesInStages
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

  private static func matches(_ format: AVPixelFormat, _ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
    guard let data = unsafe context.pointee.hw_device_ctx?.pointee.data else { return false }
    let type = unsafe data.withMemoryRebound(to: AVHWDeviceContext.self, capacity: 1) { unsafe $0.pointee.type }
    return format == (type == AV_HWDEVICE_TYPE_VAAPI ? AV_PIX_FMT_VAAPI : AV_PIX_FMT_CUDA)
  }

  deinit {
    var handle: UnsafeMutablePointer<AVCodecContext>? = unsafe handle
    unsafe avcodec_free_context(&handle)
  }

  /// Gives it a packet. C function: `avcodec_send_packet`.
  package func send(_ packet: Packet) throws(FFmpegError) {
    try unsafe check("avcodec_send_packet", avcodec_send_packet(handle, packet.handle))
  }

  /// Says that no packet follows, so that it gives what it holds back.
  package func finish() throws(FFmpegError) {
    let code = unsafe avcodec_send_packet(handle, nil)
    if code != FFmpegError.endOfFile { try check("avcodec_send_packet", code) }
  }

  /// Forgets everything, as after a jump in the file. C function: `avcodec_flush_buffers`.
  package func reset() { unsafe avcodec_flush_buffers(handle) }

  /// Asks for a frame. C function: `avcodec_receive_frame`.
  package func receive() throws(FFmpegError) -> Received<Frame> {
    let frame = try Frame()
    switch unsafe avcodec_receive_frame(handle, frame.handle) {
    case FFmpegError.tryAgain: return .needsInput
    case FFmpegError.endOfFile: return .finished
    case let code:
      try check("avcodec_receive_frame", code)
      return .ready(frame)
    }
  }
}
