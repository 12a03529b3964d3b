internal import Jobs

// What goes wrong with pictures, and what it means to a user.
extension CompressionError {
  /// The bytes are no picture that is read here.
  static func noPicture(in bytes: [UInt8], name: String) -> CompressionError {
    let kind =
      bytes.isEmpty
      ? "it is empty"
      : bytes.has("ftyp", at: 4)
        ? "it is a film or sound" : bytes.allSatisfy({ $0 == 0 }) ? "it holds zeros only" : "its content is no picture"
    return CompressionError(
      code: .noPicture, message: "\(name) has no picture: \(kind)",
      remedy: "JPEG, HEIC, AVIF, PNG, WebP, TIFF, BMP and GIF are read; films are for 'swage compress'", stage: .probe)
  }

  /// The source is damaged or ends early.
  static func damaged(_ name: String, expected: String, found: String) -> CompressionError {
    CompressionError(
      code: .sourceDamaged, message: "\(name) is damaged: expected \(expected), found \(found)",
      remedy: "get a whole copy of it", stage: .decode)
  }

  /// A library couldn't decode the source.
  static func undecodable(
    _ name: String, _ format: PictureFormat, cause: String, isUnsupported: Bool
  ) -> CompressionError {
    isUnsupported
      ? CompressionError(
        code: .decoderNotFound, message: "\(name) is a \(format.name) file of a kind that isn't decoded here",
        stage: .decode, cause: cause)
      : CompressionError(
        code: .sourceDamaged, message: "\(name) is damaged: its \(format.name) picture doesn't decode",
        remedy: "get a whole copy of it", stage: .decode, cause: cause)
  }

  /// An encoder failed.
  static func encodingPicture(_ format: ImageFormat, cause: String) -> CompressionError {
    CompressionError(
      code: .encodingFailed, message: "the picture can't be encoded as \(format.rawValue.uppercased())", stage: .encode,
      cause: cause)
  }
}
