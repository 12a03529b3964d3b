internal import CFFmpeg
package import Media

/// An owner of an `AVFrame`: a decoded picture, or decoded samples of sound.
// @unchecked Sendable because a frame has one owner at a time: stages hand it on through a channel and forget it.
@safe package final class Frame: @unchecked Sendable {
  let handle: UnsafeMutablePointer<AVFrame>

  package init() throws(FFmpegError) {
    unsafe handle = try unsafe check("av_frame_alloc", av_frame_alloc())
  }

  deinit {
    var handle: UnsafeMutablePointer<AVFrame>? = unsafe handle
    unsafe av_frame_free(&handle)
  }

  /// A frame that shares the same samples, with times of its own. C function: `av_frame_ref`.
  package func copy() throws(FFmpegError) -> Frame {
    let copy = try Frame()
    try unsafe check("av_frame_ref", av_frame_ref(copy.handle, handle))
    return copy
  }

  /// When it is presented, in ticks of its stream's or filter's time base; `nil` when unknown.
  package var presentationTime: Int64? {
    get { unsafe timestamp(handle.pointee.pts) }
    set { unsafe handle.pointee.pts = newValue ?? noTimestamp }
  }
  /// The decoder's best guess at the time where the stream leaves it open.
  package var bestEffortTime: Int64? { unsafe timestamp(handle.pointee.best_effort_timestamp) }
  /// How long it is presented, in the same ticks; 0 when unknown.
  package var duration: Int64 {
    get { unsafe swage_frame_duration(handle) }
    set { unsafe swage_frame_set_duration(handle, newValue) }
  }
  /// The number that its packet was marked with; `nil` when it wasn't.
  package var mark: Int64? {
    let mark = unsafe swage_frame_mark(handle)
    return mark >= 0 ? mark : nil
  }
  /// Whether the decoder had to guess a part of it.
  package var isDamaged: Bool {
    unsafe handle.pointee.decode_error_flags != 0 || handle.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }
  /// Whether its samples are in a video unit's memory.
  package var isOnDevice: Bool { unsafe handle.pointee.hw_frames_ctx != nil }
  /// FFmpeg's name of the kind of memory that its samples are in, such as `vaapi` or `cuda`; `nil` for the machine's.
  package var deviceFormat: String? {
    guard isOnDevice else { return nil }
    return unsafe av_get_pix_fmt_name(AVPixelFormat(rawValue: handle.pointee.format)).map { unsafe String(cString: $0) }
  }
  /// Whether it is made of two fields.
  package var isInterlaced: Bool { unsafe swage_frame_is_interlaced(handle) != 0 }
  /// Whether the upper field is shown first.
  package var isTopFieldFirst: Bool { unsafe swage_frame_is_top_field_first(handle) != 0 }
  /// Stored pixels.
  package var size: PixelSize { unsafe PixelSize(width: Int(handle.pointee.width), height: Int(handle.pointee.height)) }
  /// The layout of samples; `nil` when unknown.
  package var pixelFormat: PixelFormat? { unsafe PixelFormat(AVPixelFormat(rawValue: handle.pointee.format)) }
  /// Width to height of a pixel; `nil` when unknown.
  package var pixelAspect: Rational? {
    let aspect = unsafe Rational(handle.pointee.sample_aspect_ratio)
    return aspect.isPositive ? aspect : nil
  }
  /// Samples of sound in each channel.
  package var sampleCount: Int { unsafe Int(handle.pointee.nb_samples) }
  /// What the samples of the picture mean.
  package var color: ColorDescription {
    let f = unsafe handle.pointee
    return unsafe ColorDescription(
      primaries: f.color_primaries, transfer: f.color_trc, matrix: f.colorspace, range: f.color_range,
      location: f.chroma_location, pixelFormat: AVPixelFormat(rawValue: f.format))
  }

  /// Lets the encoder choose the kind of picture, which a decoder leaves as it was in the source, and write nothing of
  /// its own accord: metadata is written once, after any encoder.
  package func forgetSource() {
    unsafe handle.pointee.pict_type = AV_PICTURE_TYPE_NONE
    for kind in [
      AV_FRAME_DATA_DISPLAYMATRIX, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
      AV_FRAME_DATA_DYNAMIC_HDR_PLUS, AV_FRAME_DATA_DOVI_METADATA, AV_FRAME_DATA_DOVI_RPU_BUFFER,
    ] { unsafe av_frame_remove_side_data(handle, kind) }
  }
}

extension Frame {
  /// Says what the samples of the picture mean.
  package func setColor(_ color: ColorDescription) {
    unsafe handle.pointee.color_primaries = color.primaries.c
    unsafe handle.pointee.color_trc = color.transfer.c
    unsafe handle.pointee.colorspace = color.matrix.c
    unsafe handle.pointee.color_range = color.range.c
    unsafe handle.pointee.chroma_location = color.chromaLocation.c
  }

  /// Names the layout otherwise, where both names mean the same layout, as `yuvj420p` and `yuv420p` do.
  package func setPixelFormat(_ format: PixelFormat) {
    unsafe handle.pointee.format = av_get_pix_fmt(format.name).rawValue
  }
}
