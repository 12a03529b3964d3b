internal import CFFmpeg
package import Media

/// An owner of an `AVBSFContext`: changes coded packets without decoding them.
@safe package final class BitstreamFilter {
  private let handle: UnsafeMutablePointer<AVBSFContext>

  /// What a muxer has to know of the changed stream.
  package let parameters: CodecParameters

  /// Prepares a filter.
  ///
  /// C functions: `av_bsf_list_parse_str`, `av_bsf_init`.
  ///
  /// - Parameters:
  ///   - description: The filter in FFmpeg's notation.
  ///   - parameters: What is known of the stream.
  ///   - timeBase: Seconds a tick of its packets' time stamps.
  /// - Throws: ``FFmpegError``, also when the filter isn't there or doesn't know an option.
  package init(_ description: String, for parameters: CodecParameters, timeBase: Rational) throws(FFmpegError) {
    LogCapture.install()
    var context: UnsafeMutablePointer<AVBSFContext>?
    try unsafe check("av_bsf_list_parse_str(\(description))", av_bsf_list_parse_str(description, &context))
    let made = try unsafe check("av_bsf_list_parse_str", context)
    do throws(FFmpegError) {
      try unsafe check("avcodec_parameters_copy", avcodec_parameters_copy(made.pointee.par_in, parameters.handle))
      unsafe made.pointee.time_base_in = timeBase.c
      try unsafe check("av_bsf_init(\(description))", av_bsf_init(made))
      self.parameters = try unsafe CodecParameters(copying: made.pointee.par_out)
    } catch {
      unsafe av_bsf_free(&context)
      throw error
    }
    unsafe handle = unsafe made
  }

  deinit {
    var handle: UnsafeMutablePointer<AVBSFContext>? = unsafe handle
    unsafe av_bsf_free(&handle)
  }

  /// Changes a packet in place, by a filter that gives one packet for each.
  /// C functions: `av_bsf_send_packet`, `av_bsf_receive_packet`.
  package func apply(to packet: Packet) throws(FFmpegError) {
    try unsafe check("av_bsf_send_packet", av_bsf_send_packet(handle, packet.handle))
    try unsafe check("av_bsf_receive_packet", av_bsf_receive_packet(handle, packet.handle))
  }
}
