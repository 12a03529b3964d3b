import ImageCompression

/// The command lines of libheif's `heif-enc`.
enum HeifEncoderCommandLine {
  /// How it makes HEIC files of pictures: a command for each, since several in one command become one file. Quality and
  /// preset are those that `swage` gives to libheif, and color has half the resolution in both.
  static func pictures(quality: Double, path: String, inputs: [String], in folder: String) -> Invocation {
    let results = inputs.map { "\(folder)/\(FilePath.stem(of: $0)).heic" }
    let options = ["-q", "\(QualityScale.heif(quality, .heic))", "-p", "preset=fast"]
    return Invocation(
      zip(inputs, results).map { Command(path, options + ["-o", $1, $0]) }, results: results)
  }
}
