internal import CFFmpeg
package import Media

/// What a configuration record of HEVC (`hvcC`, ISO/IEC 14496-15, 8.3.3.1) says of the pictures.
package struct HEVCConfiguration: Sendable {
  /// The layout of samples.
  package let layout: PixelFormat
  /// What the samples mean, by the sequence parameter set.
  package let color: ColorDescription

  /// Reads a record; `nil` when FFmpeg can't.
  ///
  /// C functions: `avcodec_find_decoder`, `avcodec_open2`, which reads the parameter sets.
  package init?(record: [UInt8]) {
    LogCapture.install()
    guard let codec = unsafe avcodec_find_decoder(AV_CODEC_ID_HEVC) else { return nil }
    var context = unsafe avcodec_alloc_context3(codec)
    defer { unsafe avcodec_free_context(&context) }
    // The context owns the record from here on. Readers may look a little beyond its end.
    guard let opened = unsafe context,
      let data = unsafe av_mallocz(record.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else { return nil }
    unsafe record.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe data.copyMemory(from: start, byteCount: source.count) }
    }
    unsafe opened.pointee.extradata = unsafe data.assumingMemoryBound(to: UInt8.self)
    unsafe opened.pointee.extradata_size = Int32(clamping: record.count)
    unsafe opened.pointee.thread_count = 1
    guard unsafe avcodec_open2(opened, codec, nil) == 0,
      let layout = unsafe PixelFormat(opened.pointee.pix_fmt)
    else { return nil }
    self.layout = layout
    color = unsafe ColorDescription(
      primaries: opened.pointee.color_primaries, transfer: opened.pointee.color_trc,
      matrix: opened.pointee.colorspace, range: opened.pointee.color_range,
      location: opened.pointee.chroma_sample_location, pixelFormat: opened.pointee.pix_fmt)
  }
}
