internal import CHeif

/// An owner of a `heif_encoder`.
@safe final class HeifEncoder {
  let handle: OpaquePointer

  /// Opens the best of the processor's encoders for a format.
  ///
  /// C functions: `heif_context_get_encoder_for_format`, `heif_encoder_set_lossy_quality`, `heif_encoder_set_lossless`.
  ///
  /// - Throws: ``HeifError`` that is unsupported when there is none.
  init(_ encoding: HeifEncoding) throws(HeifError) {
    try Self.registration.get()
    let format = encoding.format.heifCompression ?? heif_compression_HEVC
    var opened: OpaquePointer?
    try unsafe check(
      "heif_context_get_encoder_for_format", heif_context_get_encoder_for_format(nil, format, &opened))
    unsafe handle = try unsafe check("heif_context_get_encoder_for_format", opened)
    // Where libheif has no other, ours is the best.
    guard unsafe name != String(cString: swage_heif_coded_title()) else {
      throw HeifError(
        function: "heif_context_get_encoder_for_format", code: heif_error_Unsupported_filetype.rawValue, subcode: 0,
        text: "there is no encoder")
    }
    if encoding.isLossless {
      try unsafe check("heif_encoder_set_lossless", heif_encoder_set_lossless(handle, 1))
    } else {
      try unsafe check(
        "heif_encoder_set_lossy_quality", heif_encoder_set_lossy_quality(handle, Int32(encoding.quality)))
    }
    // Names of parameters are the plugins' own; a plugin without one of them does as it likes. For x265, `slow` gives
    // files that are 2 % smaller at equal similarity than `fast`, in twice the time.
    if encoding.format == .heic {
      _ = unsafe heif_encoder_set_parameter(handle, "preset", "fast")
      // Of several frames at once x265 may wait for another one that never comes, and there is one only.
      _ = unsafe heif_encoder_set_parameter(handle, "x265:frame-threads", "1")
    }
    if encoding.threads > 0 {
      let name = encoding.format == .heic ? "x265:pools" : "threads"
      _ = unsafe heif_encoder_set_parameter(handle, name, "\(encoding.threads)")
    }
  }

  /// Opens the encoder that hands out pictures of HEVC which were coded before.
  ///
  /// C functions: `heif_context_get_encoder_descriptors`, `heif_context_get_encoder`.
  init() throws(HeifError) {
    try Self.registration.get()
    var descriptor: OpaquePointer?
    let count = unsafe heif_get_encoder_descriptors(
      heif_compression_HEVC, swage_heif_coded_name(), &descriptor, 1)
    guard count == 1, let found = unsafe descriptor else {
      throw HeifError(
        function: "heif_get_encoder_descriptors", code: heif_error_Plugin_loading_error.rawValue, subcode: 0,
        text: "the encoder isn't known")
    }
    var opened: OpaquePointer?
    try unsafe check("heif_context_get_encoder", heif_context_get_encoder(nil, found, &opened))
    unsafe handle = try unsafe check("heif_context_get_encoder", opened)
  }

  deinit { unsafe heif_encoder_release(handle) }

  /// Its own name.
  var name: String { unsafe heif_encoder_get_name(handle).map { unsafe String(cString: $0) } ?? "" }

  /// libheif keeps its list of encoders without a lock: ours is entered before anything of this module looks for one.
  private static let registration: Result<Void, HeifError> = Result { () throws(HeifError) in
    try unsafe check("heif_register_encoder_plugin", swage_heif_register_coded())
  }
}
