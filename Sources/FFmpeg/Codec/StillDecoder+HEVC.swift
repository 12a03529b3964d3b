internal import CFFmpeg
internal import Media

extension StillDecoder {
  /// Decodes a picture of HEVC that lies in a container, to the layout that it is coded in.
  ///
  /// C functions: `avcodec_find_decoder`, `avcodec_send_packet`, `avcodec_receive_frame`.
  ///
  /// - Parameters:
  ///   - sample: NAL units, each behind its length.
  ///   - record: The configuration record (`hvcC`, ISO/IEC 14496-15, 8.3.3.1), which has the parameter sets.
  ///   - threads: How many threads may decode rows of one picture; 0 for as many as there are cores.
  /// - Throws: ``FFmpegError``, also for damage that a player would make do with.
  package static func decodeHEVC(_ sample: [UInt8], record: [UInt8], threads: Int) throws(FFmpegError) -> Frame {
    LogCapture.install()
    guard let codec = unsafe avcodec_find_decoder(AV_CODEC_ID_HEVC) else {
      throw FFmpegError(function: "avcodec_find_decoder(hevc)", code: FFmpegError.decoderNotFound)
    }
    var context =
      try unsafe check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer<AVCodecContext>?
    defer { unsafe avcodec_free_context(&context) }
    // The context owns the record from here on. Readers may look a little beyond its end.
    guard let opened = unsafe context,
      let data = unsafe av_mallocz(record.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else { throw FFmpegError(function: "av_mallocz", code: FFmpegError.outOfMemory) }
    unsafe record.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe data.copyMemory(from: start, byteCount: source.count) }
    }
    unsafe opened.pointee.extradata = unsafe data.assumingMemoryBound(to: UInt8.self)
    unsafe opened.pointee.extradata_size = Int32(clamping: record.count)
    unsafe opened.pointee.thread_count = Int32(clamping: threads)
    // There is one picture: only its rows can be decoded at once.
    unsafe opened.pointee.thread_type = FF_THREAD_SLICE
    unsafe opened.pointee.err_recognition |= AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
    unsafe opened.pointee.error_concealment = 0
    try unsafe check("avcodec_open2", avcodec_open2(opened, codec, nil))
    let packet = try Packet(sample)
    try unsafe check("avcodec_send_packet", avcodec_send_packet(opened, packet.handle))
    try unsafe check("avcodec_send_packet", avcodec_send_packet(opened, nil))
    let frame = try Frame()
    try unsafe check("avcodec_receive_frame", avcodec_receive_frame(opened, frame.handle))
    frame.forgetRangeInLayout()
    return frame
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
