internal import CFFmpeg
package import Media

/// What a video encoder is opened with.
package struct VideoEncoderSettings: Sendable {
  /// FFmpeg's name of the encoder.
  package var encoder: String
  package var size: PixelSize
  package var pixelFormat: PixelFormat
  package var pixelAspect: Rational
  package var color: ColorDescription
  /// Seconds a tick of the frames' time stamps.
  package var timeBase: Rational
  /// Frames a second, for rate control.
  package var frameRate: Rational
  /// The average in bits per second; `nil` when the private options decide.
  package var bitRate: BitRate?
  /// A ceiling, averaged over the buffer; `nil` for none.
  package var maximumRate: BitRate?
  /// Bits that the ceiling is averaged over.
  package var bufferBits: Int64?
  /// The longest distance between keyframes, in frames; `nil` for the encoder's default.
  package var keyframeInterval: Int?
  /// How many threads it may use; 0 for its own choice.
  package var threads: Int
  /// The encoder's private options by name.
  package var options: [String: String]

  package init(
    encoder: String, size: PixelSize, pixelFormat: PixelFormat, pixelAspect: Rational, color: ColorDescription,
    timeBase: Rational, frameRate: Rational, bitRate: BitRate? = nil, maximumRate: BitRate? = nil,
    bufferBits: Int64? = nil, keyframeInterval: Int? = nil, threads: Int = 0, options: [String: String] = [:]
  ) {
    self.encoder = encoder
    self.size = size
    self.pixelFormat = pixelFormat
    self.pixelAspect = pixelAspect
    self.color = color
    self.timeBase = timeBase
    self.frameRate = frameRate
    self.bitRate = bitRate
    self.maximumRate = maximumRate
    self.bufferBits = bufferBits
    self.keyframeInterval = keyframeInterval
    self.threads = threads
    self.options = options
  }
}

/// An owner of an encoding `AVCodecContext`, for pictures or sound.
@safe package final class Encoder {
  /// `nil` once it is closed.
  private var handle: UnsafeMutablePointer<AVCodecContext>?
  // Encoders of pictures hand out packets without a duration, in another order; the frames' durations wait here.
  private var durations: [Int64: Int64] = [:]
  /// Whether it got a frame.
  private var hasFrames = false
  /// Whether it was told that no frame follows.
  private var isFinished = false

  /// Seconds a tick of the packets' time stamps.
  package let timeBase: Rational
  /// What a muxer has to know of the stream.
  package let parameters: CodecParameters
  /// Samples in each channel that a frame of sound must have; 0 when any number will do.
  package var frameSize: Int { unsafe Int(handle?.pointee.frame_size ?? 0) }
  /// FFmpeg's name of the sample format that frames of sound must have.
  package let sampleFormat: String

  /// Opens a video encoder. C function: `avcodec_open2`.
  ///
  /// - Parameters:
  ///   - settings: What it is opened with.
  ///   - pool: The frames in a device's memory that it will get; `nil` for frames in the machine's memory.
  /// - Throws: ``FFmpegError``, also when a private option isn't known to the encoder.
  package convenience init(_ settings: VideoEncoderSettings, pool: FramePool? = nil) throws(FFmpegError) {
    unsafe try self.init(name: settings.encoder, options: settings.options) { context throws(FFmpegError) in
      let format = unsafe pool?.pixelFormat ?? av_get_pix_fmt(settings.pixelFormat.name)
      if let pool {
        unsafe context.pointee.hw_frames_ctx = try unsafe FFmpeg.check("av_buffer_ref", av_buffer_ref(pool.handle))
        unsafe context.pointee.sw_pix_fmt = av_get_pix_fmt(settings.pixelFormat.name)
      }
      unsafe context.pointee.width = Int32(settings.size.width)
      unsafe context.pointee.height = Int32(settings.size.height)
      unsafe context.pointee.pix_fmt = format
      unsafe context.pointee.sample_aspect_ratio = settings.pixelAspect.c
      unsafe context.pointee.time_base = settings.timeBase.c
      unsafe context.pointee.framerate = settings.frameRate.c
      unsafe context.pointee.color_primaries = settings.color.primaries.c
      unsafe context.pointee.color_trc = settings.color.transfer.c
      unsafe context.pointee.colorspace = settings.color.matrix.c
      unsafe context.pointee.color_range = settings.color.range.c
      unsafe context.pointee.chroma_sample_location = settings.color.chromaLocation.c
      unsafe context.pointee.thread_count = Int32(settings.threads)
      if let rate = settings.bitRate { unsafe context.pointee.bit_rate = rate.bitsPerSecond }
      if let rate = settings.maximumRate { unsafe context.pointee.rc_max_rate = rate.bitsPerSecond }
      if let bits = settings.bufferBits { unsafe context.pointee.rc_buffer_size = Int32(clamping: bits) }
      if let interval = settings.keyframeInterval { unsafe context.pointee.gop_size = Int32(clamping: interval) }
    }
  }

  /// Opens a sound encoder, whose time stamps count samples. C function: `avcodec_open2`.
  package convenience init(_ settings: AudioEncoderSettings) throws(FFmpegError) {
    unsafe try self.init(name: settings.encoder, options: settings.options) { context throws(FFmpegError) in
      if let profile = settings.profile { unsafe context.pointee.profile = profile.number }
      unsafe context.pointee.sample_rate = Int32(settings.sampleRate)
      unsafe context.pointee.bit_rate = settings.bitRate.bitsPerSecond
      unsafe context.pointee.sample_fmt = unsafe Self.sampleFormat(of: context.pointee.codec)
      unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
      try unsafe check(
        "av_channel_layout_from_string",
        av_channel_layout_from_string(&context.pointee.ch_layout, settings.channelLayout))
    }
  }

  /// Floating-point samples where the encoder takes them, since that is what filters give; else its first choice.
  private static func sampleFormat(of codec: UnsafePointer<AVCodec>) -> AVSampleFormat {
    guard var format = unsafe swage_codec_sample_formats(codec) else { return AV_SAMPLE_FMT_FLTP }
    let first = unsafe format.pointee
    while unsafe format.pointee != AV_SAMPLE_FMT_NONE {
      if unsafe [AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT].contains(format.pointee) { return unsafe format.pointee }
      unsafe format += 1
    }
    return first
  }

  private init(
    name: String, options: [String: String],
    configure: (UnsafeMutablePointer<AVCodecContext>) throws(FFmpegError) -> Void
  ) throws(FFmpegError) {
    LogCapture.install()
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw FFmpegError(function: "avcodec_find_encoder_by_name(\(name))", code: FFmpegError.encoderNotFound)
    }
    var context =
      try unsafe check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer<AVCodecContext>?
    guard let opened = unsafe context else {
      throw FFmpegError(function: "avcodec_alloc_context3", code: FFmpegError.outOfMemory)
    }
    let parameters: CodecParameters
    do throws(FFmpegError) {
      // Each of our containers keeps the parameter sets outside the packets.
      unsafe opened.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      try unsafe configure(opened)
      var dictionary = Options(options)
      try check("avcodec_open2(\(name))", unsafe avcodec_open2(opened, codec, &dictionary.handle))
      if let unknown = dictionary.remaining.first {
        throw FFmpegError(function: "avcodec_open2(\(name)): \(unknown)", code: FFmpegError.optionNotFound)
      }
      parameters = try unsafe CodecParameters(of: opened)
      if unsafe opened.pointee.codec_id == AV_CODEC_ID_AAC,
        unsafe [FF_PROFILE_AAC_HE, FF_PROFILE_AAC_HE_V2].contains(opened.pointee.profile)
      {
        unsafe CodecParameters.countCoreSamples(in: parameters.handle)
      }
    } catch {
      unsafe avcodec_free_context(&context)
      throw error
    }
    unsafe handle = unsafe opened
    self.parameters = parameters
    timeBase = unsafe Rational(opened.pointee.time_base)
    sampleFormat = unsafe av_get_sample_fmt_name(opened.pointee.sample_fmt).map { unsafe String(cString: $0) } ?? ""
  }

  deinit { close() }

  /// Gives up what it holds, whatever it still had to give; it can't be used any more. C function: `avcodec_free_context`.
  package func close() { unsafe avcodec_free_context(&handle) }

  /// Gives it a frame, whose time stamp counts in ``timeBase``. C function: `avcodec_send_frame`.
  package func send(_ frame: Frame) throws(FFmpegError) {
    if let pts = frame.presentationTime, frame.duration > 0 { durations[pts] = frame.duration }
    hasFrames = true
    try unsafe check("avcodec_send_frame", avcodec_send_frame(handle, frame.handle))
  }

  /// Says that no frame follows, so that it gives what it holds back.
  package func finish() throws(FFmpegError) {
    isFinished = true
    // Encoders of VA-API in FFmpeg 7.1 crash when the end is all that they are told of.
    guard hasFrames else { return }
    try unsafe check("avcodec_send_frame", avcodec_send_frame(handle, nil))
  }

  /// Asks for a packet, whose time stamps count in ``timeBase``. C function: `avcodec_receive_packet`.
  package func receive() throws(FFmpegError) -> Received<Packet> {
    if isFinished, !hasFrames { return .finished }
    let packet = try Packet()
    switch unsafe avcodec_receive_packet(handle, packet.handle) {
    case FFmpegError.tryAgain: return .needsInput
    case FFmpegError.endOfFile: return .finished
    case let code:
      try check("avcodec_receive_packet", code)
      if let pts = packet.presentationTime, let duration = durations.removeValue(forKey: pts), packet.duration == 0 {
        packet.duration = duration
      }
      return .ready(packet)
    }
  }
}
