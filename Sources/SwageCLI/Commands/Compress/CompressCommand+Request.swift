import FoundationEssentials
import Swage

extension CompressCommand {
  /// The request that the options make.
  func request() throws(UsageError) -> CompressionRequest {
    let request = CompressionRequest(
      from: FileNames.url(input), to: try outputLocation(), container: nil,
      video: videoSettings, audio: preset?.audio ?? .automatic, trim: trim, tracks: tracks, metadata: metadata,
      metadataEntries: metadataEntries, backend: backend, device: device, fallback: allowsFallback ? .allow : .refuse,
      sizePolicy: allowsLarger ? .allowLarger : .neverLarger, damagePolicy: salvages ? .salvage : .refuse,
      streamLoss: isStrict ? .refuse : .tell, verification: verification)
    return try time.apply(to: sound.apply(to: drawing.apply(to: filters.apply(to: request))))
  }

  /// Where the result goes: an existing folder, or a file whose extension names a container.
  func outputLocation() throws(UsageError) -> OutputLocation {
    if replacesSource { return .replaceSource }
    guard let output else { return .besideSource }
    if FileNames.isFolder(output) { return .directory(FileNames.url(output, directoryHint: .isDirectory)) }
    if output.hasSuffix("/") { throw UsageError("--output: there is no folder '\(output)'") }
    let file = FileNames.url(output)
    guard Container(fileExtension: file.pathExtension) != nil else {
      let problem =
        file.pathExtension.isEmpty
        ? "'\(output)' has no extension and is no folder"
        : "'.\(file.pathExtension)' is no kind of file that can be written"
      throw UsageError("--output: \(problem); use .mp4, .m4v, .mov or .mkv")
    }
    return .file(file)
  }

  private var videoSettings: VideoSettings {
    var settings = encoder.apply(to: preset?.video ?? .automatic).speed(speed).rotation(rotation)
    if let codec { settings = settings.codec(VideoCodec(rawValue: codec.rawValue)) }
    if let longSide { settings = settings.longSide(longSide) }
    if let shortSide { settings = settings.shortSide(shortSide) }
    return settings
  }
}
