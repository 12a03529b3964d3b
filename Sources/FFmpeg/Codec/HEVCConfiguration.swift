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
  /// C function: `avcodec_open2`, which reads the parameter sets.
  package init?(record: [UInt8]) {
    guard let decoder = HEVCStillDecoder(record: record) else { return nil }
    let opened = unsafe decoder.handle
    guard let layout = unsafe PixelFormat(opened.pointee.pix_fmt) else { return nil }
    self.layout = layout
    color = unsafe ColorDescription(
      primaries: opened.pointee.color_primaries, transfer: opened.pointee.color_trc,
      matrix: opened.pointee.colorspace, range: opened.pointee.color_range,
      location: opened.pointee.chroma_sample_location, pixelFormat: opened.pointee.pix_fmt)
  }
}
