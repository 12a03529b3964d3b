internal import CHeif
internal import Media

/// An owner of a `heif_context` that a file was read into.
@safe final class HeifFile {
  let handle: OpaquePointer

  /// Reads a file's boxes. The bytes are copied.
  ///
  /// C functions: `heif_context_alloc`, `heif_context_read_from_memory`.
  init(_ bytes: [UInt8]) throws(HeifError) {
    let made = try unsafe check("heif_context_alloc", heif_context_alloc())
    // Threads are shared out by the caller, a picture for each; tiles of one picture don't get some of their own.
    unsafe heif_context_set_max_decoding_threads(made, 0)
    do throws(HeifError) {
      let result = unsafe bytes.withUnsafeBytes {
        unsafe heif_context_read_from_memory(made, $0.baseAddress, $0.count, nil)
      }
      try unsafe check("heif_context_read_from_memory", result)
    } catch {
      unsafe heif_context_free(made)
      throw error
    }
    unsafe handle = unsafe made
  }

  deinit { unsafe heif_context_free(handle) }

  /// How many pictures the file has that aren't a part of another.
  var pictureCount: Int { unsafe Int(heif_context_get_number_of_top_level_images(handle)) }

  /// The picture that the file is about. C function: `heif_context_get_primary_image_handle`.
  func primary() throws(HeifError) -> HeifHandle {
    var made: OpaquePointer?
    try unsafe check("heif_context_get_primary_image_handle", heif_context_get_primary_image_handle(handle, &made))
    return try unsafe HeifHandle(check("heif_context_get_primary_image_handle", made))
  }
}

/// An owner of a `heif_image_handle`: a coded picture of a file, with what is said of it.
@safe final class HeifHandle {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }
  deinit { unsafe heif_image_handle_release(handle) }

  /// Pixels as they are shown: turned and cropped.
  var size: PixelSize {
    unsafe PixelSize(
      width: Int(heif_image_handle_get_width(handle)), height: Int(heif_image_handle_get_height(handle)))
  }
  /// Pixels as they are stored.
  var storedSize: PixelSize {
    unsafe PixelSize(
      width: Int(heif_image_handle_get_ispe_width(handle)), height: Int(heif_image_handle_get_ispe_height(handle)))
  }
  /// Bits of a sample of brightness; 8 where the file doesn't say.
  var bitDepth: Int { unsafe max(8, Int(heif_image_handle_get_luma_bits_per_pixel(handle))) }
  /// Whether there is a picture of transparency.
  var hasAlpha: Bool { unsafe heif_image_handle_has_alpha_channel(handle) != 0 }
  /// Whether colors are already multiplied by transparency.
  var isPremultiplied: Bool { unsafe heif_image_handle_is_premultiplied_alpha(handle) != 0 }
  /// How many small versions of the picture there are.
  var thumbnailCount: Int { unsafe Int(heif_image_handle_get_number_of_thumbnails(handle)) }
  /// How many pictures of distances there are.
  var depthImageCount: Int { unsafe Int(heif_image_handle_get_number_of_depth_images(handle)) }

  /// The types of the other pictures that belong to it, such as a gain map, without transparency and distances.
  var auxiliaryTypes: [String] {
    // A macro of a shifted number that Swift doesn't import: LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA and _OMIT_DEPTH.
    let filter: Int32 = 2 | 4
    let count = unsafe heif_image_handle_get_number_of_auxiliary_images(handle, filter)
    guard count > 0 else { return [] }
    var ids = [heif_item_id](repeating: 0, count: Int(count))
    let found = unsafe heif_image_handle_get_list_of_auxiliary_image_IDs(handle, filter, &ids, count)
    return ids.prefix(Int(max(0, found))).map { id in
      var auxiliary: OpaquePointer?
      guard unsafe heif_image_handle_get_auxiliary_image_handle(handle, id, &auxiliary).code == heif_error_Ok,
        let auxiliary = unsafe auxiliary
      else { return "" }
      let owner = unsafe HeifHandle(auxiliary)
      var type: UnsafePointer<CChar>?
      guard unsafe heif_image_handle_get_auxiliary_type(owner.handle, &type).code == heif_error_Ok,
        let name = unsafe type
      else { return "" }
      defer { unsafe heif_image_handle_free_auxiliary_types(owner.handle, &type) }
      return unsafe String(cString: name)
    }
  }

  /// The blocks of metadata: their item type, content type and bytes.
  func metadata() throws(HeifError) -> [(type: String, contentType: String, bytes: [UInt8])] {
    let count = unsafe heif_image_handle_get_number_of_metadata_blocks(handle, nil)
    guard count > 0 else { return [] }
    var ids = [heif_item_id](repeating: 0, count: Int(count))
    let found = unsafe heif_image_handle_get_list_of_metadata_block_IDs(handle, nil, &ids, count)
    var blocks: [(type: String, contentType: String, bytes: [UInt8])] = []
    for id in ids.prefix(Int(max(0, found))) {
      // The texts are only valid until the next call.
      let type = unsafe heif_image_handle_get_metadata_type(handle, id).map { unsafe String(cString: $0) } ?? ""
      let content =
        unsafe heif_image_handle_get_metadata_content_type(handle, id).map { unsafe String(cString: $0) } ?? ""
      var bytes = [UInt8](repeating: 0, count: unsafe heif_image_handle_get_metadata_size(handle, id))
      if !bytes.isEmpty {
        let result = unsafe bytes.withUnsafeMutableBytes {
          unsafe heif_image_handle_get_metadata(handle, id, $0.baseAddress)
        }
        try unsafe check("heif_image_handle_get_metadata", result)
      }
      blocks.append((type, content, bytes))
    }
    return blocks
  }

  /// The ICC profile; empty when there is none. C function: `heif_image_handle_get_raw_color_profile`.
  var iccProfile: [UInt8] {
    let count = unsafe heif_image_handle_get_raw_color_profile_size(handle)
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = unsafe bytes.withUnsafeMutableBytes {
      unsafe heif_image_handle_get_raw_color_profile(handle, $0.baseAddress)
    }
    return unsafe result.code == heif_error_Ok ? bytes : []
  }

  /// The color that the file's `colr` box says by code points; `nil` when it says none.
  var codedColor: ColorDescription? {
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard unsafe heif_image_handle_get_nclx_color_profile(handle, &profile).code == heif_error_Ok,
      let found = unsafe profile
    else { return nil }
    defer { unsafe heif_nclx_color_profile_free(found) }
    return unsafe ColorDescription(found.pointee)
  }

  /// Decodes the picture to red, green and blue in planes, or to gray, turned and cropped as the file says.
  ///
  /// libheif 1.15 goes by red, green and blue also where brightness and color are asked for, and says not how it came back
  /// from there. C function: `heif_decode_image`.
  func decode(isGray: Bool) throws(HeifError) -> HeifImage {
    var made: OpaquePointer?
    try unsafe check(
      "heif_decode_image",
      heif_decode_image(
        handle, &made, isGray ? heif_colorspace_monochrome : heif_colorspace_RGB,
        isGray ? swage_heif_chroma_monochrome : heif_chroma_444, nil))
    return try unsafe HeifImage(check("heif_decode_image", made))
  }

  /// Decodes a picture of ours to brightness and color, or to gray. Of BT.601 in the full range, the detour that libheif
  /// takes by red, green and blue leaves all but a few samples as they were coded. C function: `heif_decode_image`.
  ///
  /// - Parameter subsampling: What the picture is coded with: `gray`, `yuv444`, or `yuv420` for all others.
  func decode(as subsampling: ChromaSubsampling) throws(HeifError) -> HeifImage {
    if subsampling == .gray { return try decode(isGray: true) }
    var made: OpaquePointer?
    try unsafe check(
      "heif_decode_image",
      heif_decode_image(
        handle, &made, heif_colorspace_YCbCr, subsampling == .yuv444 ? heif_chroma_444 : heif_chroma_420, nil))
    return try unsafe HeifImage(check("heif_decode_image", made))
  }
}

extension ColorDescription {
  /// The color that libheif describes by code points of ITU-T H.273.
  init(_ profile: heif_color_profile_nclx) {
    self.init(
      primaries: ColorPrimaries(rawValue: Int(profile.color_primaries.rawValue)),
      transfer: TransferCharacteristics(rawValue: Int(profile.transfer_characteristics.rawValue)),
      matrix: MatrixCoefficients(rawValue: Int(profile.matrix_coefficients.rawValue)),
      range: profile.full_range_flag != 0 ? .full : .limited)
  }
}
