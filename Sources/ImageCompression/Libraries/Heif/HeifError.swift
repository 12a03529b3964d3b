internal import CHeif

/// A failure of one of libheif's functions: which one, its codes and its words.
struct HeifError: Error, Sendable, CustomStringConvertible {
  /// The C function that failed.
  let function: String
  /// `heif_error.code`.
  let code: UInt32
  /// `heif_error.subcode`.
  let subcode: UInt32
  /// libheif's words.
  let text: String

  /// The function's name and libheif's words.
  var description: String { "\(function): \(text)" }

  /// Whether the file is to blame, not what it asks for.
  var isDamage: Bool {
    [heif_error_Invalid_input.rawValue, heif_error_Decoder_plugin_error.rawValue].contains(code)
  }

  /// Whether the library or its plugins can't do what the file or the wish needs.
  var isUnsupported: Bool {
    [
      heif_error_Unsupported_filetype.rawValue, heif_error_Unsupported_feature.rawValue,
      heif_error_Plugin_loading_error.rawValue,
    ].contains(code)
  }
}

/// Every result of libheif goes through here.
func check(_ function: String, _ error: heif_error) throws(HeifError) {
  guard unsafe error.code != heif_error_Ok else { return }
  throw unsafe HeifError(
    function: function, code: error.code.rawValue, subcode: error.subcode.rawValue,
    text: error.message.map { unsafe String(cString: $0) } ?? "error \(error.code.rawValue)")
}

/// As ``check(_:_:)`` for what a function hands out.
func check<Pointer>(_ function: String, _ pointer: Pointer?) throws(HeifError) -> Pointer {
  guard let pointer else {
    throw HeifError(
      function: function, code: heif_error_Memory_allocation_error.rawValue, subcode: 0, text: "no memory")
  }
  return pointer
}
