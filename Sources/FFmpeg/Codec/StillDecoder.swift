internal import CFFmpeg

/// Decodes a picture that is wholly in memory, without a container's reader around it.
package enum StillDecoder {
  /// Decodes the first picture of a file.
  ///
  /// C functions: `avcodec_find_decoder_by_name`, `avcodec_send_packet`, `avcodec_receive_frame`.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: FFmpeg's name of the decoder, such as `png`.
  ///   - pixelLimit: How many pixels the picture may have; more are refused before memory is taken for them.
  /// - Throws: ``FFmpegError``, also for damage that a player would make do with.
  package static func decode(_ bytes: [UInt8], by name: String, pixelLimit: Int) throws(FFmpegError) -> Frame {
    LogCapture.install()
    guard let codec = unsafe avcodec_find_decoder_by_name(name) else {
      throw FFmpegError(function: "avcodec_find_decoder_by_name(\(name))", code: FFmpegError.decoderNotFound)
    }
    var context =
      try unsafe check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer<AVCodecContext>?
    defer { unsafe avcodec_free_context(&context) }
    guard let opened = unsafe context else {
      throw FFmpegError(function: "avcodec_alloc_context3", code: FFmpegError.outOfMemory)
    }
    unsafe opened.pointee.thread_count = 1
    unsafe opened.pointee.err_recognition |= AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
    // Of TIFF, every field that FFmpeg doesn't know would be an error.
    if name != "tiff" { unsafe opened.pointee.err_recognition |= AV_EF_EXPLODE }
    unsafe opened.pointee.error_concealment = 0
    unsafe opened.pointee.max_pixels = Int64(pixelLimit)
    try unsafe check("avcodec_open2", avcodec_open2(opened, codec, nil))
    let packet = try Packet(bytes)
    try unsafe check("avcodec_send_packet", avcodec_send_packet(opened, packet.handle))
    try unsafe check("avcodec_send_packet", avcodec_send_packet(opened, nil))
    let frame = try Frame()
    try unsafe check("avcodec_receive_frame", avcodec_receive_frame(opened, frame.handle))
    return frame
  }
}

extension Packet {
  /// A packet of bytes. C function: `av_new_packet`.
  convenience init(_ bytes: [UInt8]) throws(FFmpegError) {
    try self.init()
    try unsafe check("av_new_packet", av_new_packet(handle, Int32(clamping: bytes.count)))
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress, let data = unsafe handle.pointee.data {
        unsafe UnsafeMutableRawPointer(data).copyMemory(from: start, byteCount: source.count)
      }
    }
  }
}
