internal import CHeif

/// Facts about the libheif that is linked.
enum HeifLibrary {
  /// Its version, such as `1.15.1`.
  static var version: String { unsafe String(cString: heif_get_version()) }

  /// What the encoder of a format calls itself; `nil` when there is none. C function: `heif_encoder_get_name`.
  static func encoderName(for format: ImageFormat) -> String? {
    guard let compression = format.heifCompression else { return nil }
    var encoder: OpaquePointer?
    guard unsafe heif_context_get_encoder_for_format(nil, compression, &encoder).code == heif_error_Ok,
      let found = unsafe encoder
    else { return nil }
    defer { unsafe heif_encoder_release(found) }
    return unsafe heif_encoder_get_name(found).map { unsafe String(cString: $0) }
  }

  /// Whether AVIF can have more than 8 bits: until 1.15.1, libheif asks libaom for another kind of picture than it gives,
  /// which ends the process where assertions are on, as in Debian 12.
  static var writesDeepAVIF: Bool {
    let version = (
      heif_get_version_number_major(), heif_get_version_number_minor(), heif_get_version_number_maintenance()
    )
    return version >= (1, 15, 2)
  }
}

extension ImageFormat {
  /// libheif's name of the coding; `nil` for JPEG.
  var heifCompression: heif_compression_format? {
    switch self {
    case .heic: heif_compression_HEVC
    case .avif: heif_compression_AV1
    case .jpeg: nil
    }
  }
}
