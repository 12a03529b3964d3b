internal import CHeif
internal import FFmpeg
internal import Media

/// What a picture is encoded with.
struct HeifEncoding {
  /// HEIC or AVIF.
  var format: ImageFormat
  /// libheif's quality, 0 to 100; ignored without loss.
  var quality: Int
  /// Whether every sample has to come back as it was.
  var isLossless: Bool
  /// How many threads the encoder may use; 0 for as many as it likes.
  var threads: Int
  /// What the samples mean.
  var color: ColorDescription
  /// Whether the container says by code points what the samples mean. The bitstream does so in any case.
  var writesColor: Bool
  /// The ICC profile; empty for none.
  var iccProfile: [UInt8]
}

/// An owner of a `heif_context` that a file is made in.
@safe final class HeifWriter {
  private let handle: OpaquePointer
  private let encoding: HeifEncoding
  /// The processor's encoder, opened when there is something for it.
  private var processor: HeifEncoder?

  /// Makes an empty file. C function: `heif_context_alloc`.
  init(_ encoding: HeifEncoding) throws(HeifError) {
    unsafe handle = try unsafe check("heif_context_alloc", heif_context_alloc())
    self.encoding = encoding
  }

  deinit { unsafe heif_context_free(handle) }

  /// The processor's encoder's own name; empty before it was used.
  var encoderName: String { processor?.name ?? "" }

  private func processorEncoder() throws(HeifError) -> HeifEncoder {
    if let processor { return processor }
    let opened = try HeifEncoder(encoding)
    processor = opened
    return opened
  }

  /// Encodes a picture. The first one is the file's.
  ///
  /// C functions: `heif_context_encode_image`, `heif_encoding_options_alloc`.
  ///
  /// - Parameters:
  ///   - picture: 4:2:0, 4:2:2, 4:4:4 or gray in planes, or planar red, green and blue, which is encoded as it is.
  ///   - alpha: Transparency of the same size and depth; `nil` for none.
  ///   - isPremultiplied: Whether colors are already multiplied by transparency.
  func encode(_ picture: Frame, alpha: Frame?, isPremultiplied: Bool) throws(HeifError) -> HeifHandle {
    let encoder = try processorEncoder()
    try setLayout(of: picture, on: encoder)
    let image = try image(of: picture)
    if let alpha { try image.add(heif_channel_Alpha, plane: 0, of: alpha) }
    if isPremultiplied { unsafe heif_image_set_premultiplied_alpha(image.handle, 1) }
    let profile = try unsafe profile(on: image)
    defer { unsafe heif_nclx_color_profile_free(profile) }
    let options = try unsafe check("heif_encoding_options_alloc", heif_encoding_options_alloc())
    defer { unsafe heif_encoding_options_free(options) }
    unsafe configure(options, profile)
    var made: OpaquePointer?
    try unsafe check(
      "heif_context_encode_image", heif_context_encode_image(handle, image.handle, encoder.handle, options, &made))
    return try unsafe HeifHandle(check("heif_context_encode_image", made))
  }

  /// Adds a picture that is coded already. The first one is the file's.
  ///
  /// C functions: `heif_context_encode_image`, by an encoder of ours that hands out what it is given.
  ///
  /// - Parameters:
  ///   - units: The parameter sets and slices of an intra picture of HEVC, NAL units without start codes.
  ///   - picture: What they show, for its size and layout.
  func add(coded units: [[UInt8]], of picture: Frame) throws(HeifError) -> HeifHandle {
    let encoder = try HeifEncoder()
    let image = try image(of: picture)
    let profile = try unsafe profile(on: image)
    defer { unsafe heif_nclx_color_profile_free(profile) }
    let options = try unsafe check("heif_encoding_options_alloc", heif_encoding_options_alloc())
    defer { unsafe heif_encoding_options_free(options) }
    unsafe configure(options, profile)
    let sizes = units.map(\.count)
    let bytes = units.flatMap(\.self)
    var made: OpaquePointer?
    let result = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe sizes.withUnsafeBufferPointer { sizes in
        var list = unsafe swage_heif_units(bytes: bytes.baseAddress, sizes: sizes.baseAddress, count: sizes.count)
        return unsafe swage_heif_encode_coded(handle, image.handle, encoder.handle, options, &list, &made)
      }
    }
    try unsafe check("heif_context_encode_image", result)
    return try unsafe HeifHandle(check("heif_context_encode_image", made))
  }

  /// Adds a small version of a picture. C function: `heif_context_encode_thumbnail`.
  ///
  /// The function makes it smaller by leaving out pixels, and does nothing to one that is small already; so it gets one that is
  /// ``thumbnailMargin`` too large. `heif_context_assign_thumbnail`, which would take it as it is, makes the picture the
  /// small version's small version, up to libheif 1.23 at least.
  ///
  /// - Parameters:
  ///   - thumbnail: The small version, with its longer side longer than `side` by ``thumbnailMargin``.
  ///   - side: Pixels of the longer side of what is written.
  ///   - picture: What it belongs to.
  func add(thumbnail: Frame, longSide side: Int, to picture: HeifHandle) throws(HeifError) {
    let encoder = try processorEncoder()
    try setLayout(of: thumbnail, on: encoder)
    let image = try image(of: thumbnail)
    let profile = try unsafe profile(on: image)
    defer { unsafe heif_nclx_color_profile_free(profile) }
    let options = try unsafe check("heif_encoding_options_alloc", heif_encoding_options_alloc())
    defer { unsafe heif_encoding_options_free(options) }
    unsafe configure(options, profile)
    var made: OpaquePointer?
    try unsafe check(
      "heif_context_encode_thumbnail",
      heif_context_encode_thumbnail(
        handle, image.handle, picture.handle, encoder.handle, options, Int32(side), &made))
    if let made = unsafe made { unsafe heif_image_handle_release(made) }
  }

  /// How many pixels too large the longer side of a small version has to be.
  static let thumbnailMargin = 2

  /// Adds Exif, which begins with its TIFF header. C function: `heif_context_add_exif_metadata`.
  func add(exif bytes: [UInt8], to picture: HeifHandle) throws(HeifError) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe heif_context_add_exif_metadata(handle, picture.handle, $0.baseAddress, Int32(clamping: $0.count))
    }
    try unsafe check("heif_context_add_exif_metadata", result)
  }

  /// Adds an XMP packet. C function: `heif_context_add_XMP_metadata`.
  func add(xmp bytes: [UInt8], to picture: HeifHandle) throws(HeifError) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe heif_context_add_XMP_metadata(handle, picture.handle, $0.baseAddress, Int32(clamping: $0.count))
    }
    try unsafe check("heif_context_add_XMP_metadata", result)
  }

  /// The whole file. C function: `heif_context_write`.
  func finish() throws(HeifError) -> [UInt8] {
    var file: [UInt8] = []
    let result = unsafe withUnsafeMutablePointer(to: &file) { box in
      unsafe swage_heif_write(
        handle,
        { data, size, box in
          guard let data = unsafe data, let box = unsafe box else { return 0 }
          unsafe box.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeRawBufferPointer(start: data, count: size))
          return 1
        }, UnsafeMutableRawPointer(box))
    }
    try unsafe check("heif_context_write", result)
    return file
  }

  /// Says what an image's samples mean; the caller frees what it gets, for use in options.
  private func profile(on image: HeifImage) throws(HeifError) -> UnsafeMutablePointer<heif_color_profile_nclx> {
    let profile = try unsafe check("heif_nclx_color_profile_alloc", heif_nclx_color_profile_alloc())
    unsafe profile.pointee.color_primaries = heif_color_primaries(UInt32(encoding.color.primaries.rawValue))
    unsafe profile.pointee.transfer_characteristics =
      heif_transfer_characteristics(UInt32(encoding.color.transfer.rawValue))
    unsafe profile.pointee.matrix_coefficients = heif_matrix_coefficients(UInt32(encoding.color.matrix.rawValue))
    unsafe profile.pointee.full_range_flag = encoding.color.range == .limited ? 0 : 1
    do throws(HeifError) {
      try unsafe check("heif_image_set_nclx_color_profile", heif_image_set_nclx_color_profile(image.handle, profile))
      if !encoding.iccProfile.isEmpty {
        let result = unsafe encoding.iccProfile.withUnsafeBytes {
          unsafe heif_image_set_raw_color_profile(image.handle, "prof", $0.baseAddress, $0.count)
        }
        try unsafe check("heif_image_set_raw_color_profile", result)
      }
    } catch {
      unsafe heif_nclx_color_profile_free(profile)
      throw error
    }
    return unsafe profile
  }

  private func configure(
    _ options: UnsafeMutablePointer<heif_encoding_options>, _ profile: UnsafeMutablePointer<heif_color_profile_nclx>
  ) {
    unsafe options.pointee.output_nclx_profile = unsafe profile
    // Readers of AVIF understand the code points beside a profile, and later versions of libheif write them nowhere else.
    unsafe options.pointee.macOS_compatibility_workaround_no_nclx_profile =
      encoding.writesColor || encoding.format == .avif ? 0 : 1
    unsafe options.pointee.save_two_colr_boxes_when_ICC_and_nclx_available =
      encoding.writesColor || encoding.format == .avif ? 1 : 0
  }

  /// Tells an encoder how far color is reduced.
  private func setLayout(of picture: Frame, on encoder: HeifEncoder) throws(HeifError) {
    let name =
      switch picture.pixelFormat?.chromaSubsampling {
      case .yuv422: "422"
      case .yuv444, .rgb: "444"
      default: "420"
      }
    try unsafe check("heif_encoder_set_parameter(chroma)", heif_encoder_set_parameter(encoder.handle, "chroma", name))
  }

  private func image(of picture: Frame) throws(HeifError) -> HeifImage {
    let subsampling = picture.pixelFormat?.chromaSubsampling ?? .yuv420
    let (colorspace, chroma): (heif_colorspace, heif_chroma) =
      switch subsampling {
      case .gray: (heif_colorspace_monochrome, swage_heif_chroma_monochrome)
      case .yuv422: (heif_colorspace_YCbCr, heif_chroma_422)
      case .yuv444, .rgb: (heif_colorspace_YCbCr, heif_chroma_444)
      default: (heif_colorspace_YCbCr, heif_chroma_420)
      }
    let image = try HeifImage(size: picture.size, colorspace: colorspace, chroma: chroma)
    // Green, blue and red, in FFmpeg's order of planes, are what matrix 0 of ITU-T H.273 has in this order, too.
    let channels =
      colorspace == heif_colorspace_monochrome
      ? [heif_channel_Y] : [heif_channel_Y, heif_channel_Cb, heif_channel_Cr]
    for (plane, channel) in channels.enumerated() { try image.add(channel, plane: plane, of: picture) }
    return image
  }
}
