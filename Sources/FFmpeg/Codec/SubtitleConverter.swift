internal import CFFmpeg
package import Media

/// Turns packets of one kind of text subtitles into packets of another, through ASS events.
@safe package final class SubtitleConverter {
  private let decoder: UnsafeMutablePointer<AVCodecContext>
  private let encoder: UnsafeMutablePointer<AVCodecContext>

  /// What a muxer has to know of the new stream.
  package let parameters: CodecParameters

  /// Opens a decoder and an encoder.
  ///
  /// - Parameters:
  ///   - source: What the container says of the stream.
  ///   - timeBase: The time base of the packets that it will get.
  ///   - codec: FFmpeg's name of the encoder: `mov_text`, `subrip` or `ass`.
  ///   - canvas: The size that styles refer to.
  package init(
    _ source: CodecParameters, timeBase: Rational, to codec: String, canvas: PixelSize
  ) throws(FFmpegError) {
    LogCapture.install()
    guard let decoding = unsafe avcodec_find_decoder(source.handle.pointee.codec_id) else {
      throw FFmpegError(function: "avcodec_find_decoder", code: FFmpegError.decoderNotFound)
    }
    guard let encoding = unsafe avcodec_find_encoder_by_name(codec) else {
      throw FFmpegError(function: "avcodec_find_encoder_by_name(\(codec))", code: FFmpegError.encoderNotFound)
    }
    var decoder =
      try unsafe check("avcodec_alloc_context3", avcodec_alloc_context3(decoding))
      as UnsafeMutablePointer<AVCodecContext>?
    var encoder = unsafe avcodec_alloc_context3(encoding)
    guard let openedDecoder = unsafe decoder, let openedEncoder = unsafe encoder else {
      unsafe avcodec_free_context(&decoder)
      throw FFmpegError(function: "avcodec_alloc_context3", code: FFmpegError.outOfMemory)
    }
    let parameters: CodecParameters
    do throws(FFmpegError) {
      try unsafe check("avcodec_parameters_to_context", avcodec_parameters_to_context(openedDecoder, source.handle))
      unsafe openedDecoder.pointee.pkt_timebase = timeBase.c
      try check("avcodec_open2(\(source.codecName))", unsafe avcodec_open2(openedDecoder, decoding, nil))
      unsafe openedEncoder.pointee.time_base = AVRational(num: 1, den: 1000)
      unsafe openedEncoder.pointee.width = Int32(canvas.width)
      unsafe openedEncoder.pointee.height = Int32(canvas.height)
      // The encoder reads the styles that the decoder found; it frees its copy itself.
      let header = unsafe openedDecoder.pointee.subtitle_header_size
      if header > 0, let styles = unsafe openedDecoder.pointee.subtitle_header {
        let copy = try unsafe check("av_mallocz", av_mallocz(Int(header) + 1))
        unsafe copy.copyMemory(from: styles, byteCount: Int(header))
        unsafe openedEncoder.pointee.subtitle_header = unsafe copy.assumingMemoryBound(to: UInt8.self)
        unsafe openedEncoder.pointee.subtitle_header_size = header
      }
      try check("avcodec_open2(\(codec))", unsafe avcodec_open2(openedEncoder, encoding, nil))
      parameters = try unsafe CodecParameters(of: openedEncoder)
    } catch {
      unsafe avcodec_free_context(&decoder)
      unsafe avcodec_free_context(&encoder)
      throw error
    }
    unsafe self.decoder = unsafe openedDecoder
    unsafe self.encoder = unsafe openedEncoder
    self.parameters = parameters
  }

  deinit {
    var decoder: UnsafeMutablePointer<AVCodecContext>? = unsafe decoder
    var encoder: UnsafeMutablePointer<AVCodecContext>? = unsafe encoder
    unsafe avcodec_free_context(&decoder)
    unsafe avcodec_free_context(&encoder)
  }

  /// Converts one packet; the result has the same time stamps. `nil` when the packet shows nothing.
  package func convert(_ packet: Packet) throws(FFmpegError) -> Packet? {
    var subtitle = unsafe AVSubtitle()
    var found: Int32 = 0
    try unsafe check(
      "avcodec_decode_subtitle2", avcodec_decode_subtitle2(decoder, &subtitle, &found, packet.handle))
    defer { unsafe avsubtitle_free(&subtitle) }
    guard found != 0, unsafe subtitle.num_rects > 0 else { return nil }
    let capacity = 1 << 16
    let result = try Packet()
    try unsafe check("av_new_packet", av_new_packet(result.handle, Int32(capacity)))
    unsafe subtitle.start_display_time = 0
    let count = unsafe avcodec_encode_subtitle(encoder, result.handle.pointee.data, Int32(capacity), &subtitle)
    try check("avcodec_encode_subtitle", count)
    guard count > 0 else { return nil }
    unsafe av_shrink_packet(result.handle, count)
    result.presentationTime = packet.presentationTime
    result.decodeTime = packet.decodeTime ?? packet.presentationTime
    result.duration = packet.duration
    unsafe result.handle.pointee.flags |= AV_PKT_FLAG_KEY
    return result
  }
}
