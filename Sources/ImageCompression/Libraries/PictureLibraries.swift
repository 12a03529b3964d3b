/// The libraries behind pictures.
package enum PictureLibraries {
  /// The version of libheif, and the encoders that it would take, as they call themselves.
  package static var versions: [(name: String, version: String)] {
    var versions = [(name: "libheif", version: HeifLibrary.version)]
    for format in ImageFormat.allCases {
      if let name = HeifLibrary.encoderName(for: format) { versions.append(("\(format.rawValue) encoder", name)) }
    }
    return versions
  }
}
