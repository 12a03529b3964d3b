internal import CFFmpeg
internal import Media

/// Decodes coded pictures of HEVC that stand alone.
///
/// libheif's decoder conceals what it can't read and doesn't say so.
@safe package final class HEVCStillDecoder {
  let handle: UnsafeMutablePointer<AVCodecContext>

  /// Opens a decoder; `nil` when FFmpeg can't read the configuration record.
  ///
  /// C functions: `avcodec_find_decoder`, `avcodec_open2`.
  ///
  /// - Parameters:
  ///   - record: The configuration record (`hvcC`, ISO/IEC 14496-15, 8.3.3.1), which has the parameter sets.
  ///   - threads: How many threads may decode rows of one picture; 0 for as many as there are cores.
  package init?(record: [UInt8], threads: Int = 1) {
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
    unsafe opened.pointee.thread_count = Int32(clamping: threads)
    // Each picture stands alone: only its rows can be decoded at once.
    unsafe opened.pointee.thread_type = FF_THREAD_SLICE
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

  /// Decodes a picture to the layout that it is coded in.
  ///
  /// C functions: `avcodec_send_packet`, `avcodec_receive_frame`.
  ///
  /// - Parameter sample: NAL units, each behind its length.
  /// - Throws: ``FFmpegError``, also for damage that a player would make do with.
  package func decode(_ sample: [UInt8]) throws(FFmpegError) -> Frame {
    let packet = try Packet(sample)
    try unsafe FFmpeg.check("avcodec_send_packet", avcodec_send_packet(handle, packet.handle))
    try unsafe FFmpeg.check("avcodec_send_packet", avcodec_send_packet(handle, nil))
    let frame = try Frame()
    try unsafe FFmpeg.check("avcodec_receive_frame", avcodec_receive_frame(handle, frame.handle))
    frame.forgetRangeInLayout()
    return frame
  }

  /// Decodes pictures, each of which needs no other, to see whether they are whole.
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

extension Frame {
  /// Names a layout whose name says full range, such as `yuvj420p`, as the one of the same planes that doesn't.
  fileprivate func forgetRangeInLayout() {
    guard let name = pixelFormat?.name, name.hasPrefix("yuvj") else { return }
    unsafe handle.pointee.format = av_get_pix_fmt("yuv" + name.dropFirst(4)).rawValue
    unsafe handle.pointee.color_range = AVCOL_RANGE_JPEG
  }
}
