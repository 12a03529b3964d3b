internal import CFFmpeg

/// Decodes coded pictures of HEVC that stand alone, to see whether they are whole.
///
/// libheif's decoder conceals what it can't read and doesn't say so.
@safe package final class HEVCStillDecoder {
  let handle: UnsafeMutablePointer<AVCodecContext>

  /// Opens a decoder; `nil` when FFmpeg can't read the configuration record.
  ///
  /// C functions: `avcodec_find_decoder`, `avcodec_open2`.
  package init?(record: [UInt8]) {
    LogCapture.install()
    guard !record.isEmpty, let codec = unsafe avcodec_find_decoder(AV_CODEC_ID_HEVC) else { return nil }
    var context = unsafe avcodec_alloc_context3(codec)
    guard let opened = unsafe context,
      let data = unsafe av_mallocz(record.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else {
      unsafe avcodec_free_context(&context)
      return nil
    }
    unsafe record.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe data.copyMemory(from: start, byteCount: source.count) }
    }
    // The context owns the record from here on. Readers may look a little beyond its end.
    unsafe opened.pointee.extradata = unsafe data.assumingMemoryBound(to: UInt8.self)
    unsafe opened.pointee.extradata_size = Int32(clamping: record.count)
    unsafe opened.pointee.thread_count = 1
    unsafe opened.pointee.err_recognition |= AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
    unsafe opened.pointee.error_concealment = 0
    guard unsafe avcodec_open2(opened, codec, nil) == 0 else {
      unsafe avcodec_free_context(&context)
      return nil
    }
    unsafe handle = unsafe opened
  }

  deinit {
    var handle: UnsafeMutablePointer<AVCodecContext>? = unsafe handle
    unsafe avcodec_free_context(&handle)
  }

  /// Decodes pictures, each of which needs no other.
  ///
  /// - Throws: ``FFmpegError`` for the first one that isn't whole, or of a kind that FFmpeg doesn't decode.
  package func check(_ pictures: [[UInt8]]) throws(FFmpegError) {
    var frames = 0
    for (number, picture) in pictures.enumerated() {
      let packet = try Packet(picture)
      packet.presentationTime = Int64(number)
      try unsafe FFmpeg.check("avcodec_send_packet", avcodec_send_packet(handle, packet.handle))
      frames += try drain()
    }
    try unsafe FFmpeg.check("avcodec_send_packet", avcodec_send_packet(handle, nil))
    frames += try drain()
    guard frames == pictures.count else {
      throw FFmpegError(function: "avcodec_receive_frame", code: FFmpegError.invalidData)
    }
  }

  private func drain() throws(FFmpegError) -> Int {
    var count = 0
    while true {
      let frame = try Frame()
      let code = unsafe avcodec_receive_frame(handle, frame.handle)
      if code == FFmpegError.tryAgain || code == FFmpegError.endOfFile { return count }
      try FFmpeg.check("avcodec_receive_frame", code)
      guard !frame.isDamaged else {
        throw FFmpegError(function: "avcodec_receive_frame", code: FFmpegError.invalidData)
      }
      count += 1
    }
  }
}
