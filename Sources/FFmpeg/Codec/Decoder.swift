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
  /// The video unit that decodes; `nil` for the processor.
  let device: HardwareDevice?
  /// Where a unit's frames move on to, if they can't stay where it decoded them.
  var landing: FramePool?

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
      unsafe swage_decoder_keep_marks(opened)
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
    self.device = device
  }

  deinit {
    var handle: UnsafeMutablePointer<AVCodecContext>? = unsafe handle
    unsafe avcodec_free_context(&handle)
  }

  /// Gives it a packet. C function: `avcodec_send_packet`.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - mark: A number, not negative, by which the frames that it gives are known (``Frame/mark``). Frames that are
  ///     ready have to be asked for before the next packet.
  package func send(_ packet: Packet, mark: Int64? = nil) throws(FFmpegError) {
    if let mark { unsafe swage_decoder_mark(handle, packet.handle, mark) }
    try unsafe check("avcodec_send_packet", avcodec_send_packet(handle, packet.handle))
  }

  /// Says that no packet follows, so that it gives what it holds back.
  package func finish() throws(FFmpegError) {
    let code = unsafe avcodec_send_packet(handle, nil)
    if code != FFmpegError.endOfFile { try check("avcodec_send_packet", code) }
  }

  /// Forgets everything, as after a jump in the file. C function: `avcodec_flush_buffers`.
  package func reset() { unsafe avcodec_flush_buffers(handle) }

  /// Whether pictures that no other picture refers to are left out, so that what follows decodes as well and sooner.
  /// Decoders that can't tell them decode all. C field: `AVCodecContext.skip_frame`, `AVDISCARD_NONREF`.
  package var leavesOutUnreferenced = false {
    didSet {
      guard leavesOutUnreferenced != oldValue else { return }
      unsafe handle.pointee.skip_frame = leavesOutUnreferenced ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }
  }

  /// The profile in words, as far as what was decoded tells.
  package var profileName: String? {
    unsafe avcodec_profile_name(handle.pointee.codec_id, handle.pointee.profile).map { unsafe String(cString: $0) }
  }

  /// Asks for a frame. C function: `avcodec_receive_frame`.
  package func receive() throws(FFmpegError) -> Received<Frame> {
    let frame = try Frame()
    switch unsafe avcodec_receive_frame(handle, frame.handle) {
    case FFmpegError.tryAgain: return .needsInput
    case FFmpegError.endOfFile: return .finished
    case let code:
      try check("avcodec_receive_frame", code)
      return .ready(try moved(frame))
    }
  }
}
