import FoundationEssentials
import Swage

/// `swage image INPUT...`.
struct ImageCommand: Command {
  var inputs: [String] = []
  var output: String?
  var outputFolder: String?
  var replacesSource = false
  var format: ImageFormat?
  var quality: Double?
  var isLossless = false
  var longSide: Int?
  var bitDepth: ImageBitDepth?
  var chroma: ImageChroma?
  var metadata = MetadataPolicy.keep
  var isStripped = false
  var pixelLimit = ImageSettings.defaultPixelLimit
  var allowsLarger = false
  var backend = BackendChoice.automatic
  var device: String?
  var allowsFallback = false
  var workers: Int?
  var pixelsAtOnce: Int?
  var isComparison = false
  var page: String?
  var printsJSON = false
  var isQuiet = false
  var isVerbose = false

  /// The wishes that the options make.
  var settings: ImageSettings {
    var settings = ImageSettings.image(format, longSide: longSide).bitDepth(bitDepth).chroma(chroma)
      .metadata(isStripped ? .strip : metadata).pixelLimit(pixelLimit)
      .sizePolicy(allowsLarger ? .allowLarger : .neverLarger)
    if let quality { settings = settings.quality(quality) }
    return isLossless ? settings.lossless() : settings
  }

  func validate() throws(UsageError) {
    _ = try outputLocation()
    if page != nil, !isComparison { throw UsageError("'--html' needs '--compare'") }
    if device != nil, backend == .software {
      throw UsageError("'--device' names a video unit, but '--backend software' uses none")
    }
    if allowsFallback, device == nil, backend == .automatic {
      throw UsageError("'--allow-fallback' needs '--backend' or '--device'; without them Swage falls back anyway")
    }
    if isLossless, format == .jpeg {
      throw UsageError("'--lossless' needs '--format heic' or '--format avif'; JPEG can't keep every sample")
    }
    if bitDepth == .ten, format == .jpeg {
      throw UsageError("'--depth 10' needs '--format heic' or '--format avif'; JPEG has samples of 8 bits")
    }
  }

  /// Where the results go: a file for one input, else a folder.
  func outputLocation() throws(UsageError) -> OutputLocation {
    if replacesSource { return .replaceSource }
    if let outputFolder {
      guard FileNames.isFolder(outputFolder) else {
        throw UsageError("--output-folder: there is no folder '\(outputFolder)'")
      }
      return .directory(FileNames.url(outputFolder, directoryHint: .isDirectory))
    }
    guard let output else { return .besideSource }
    if FileNames.isFolder(output) { return .directory(FileNames.url(output, directoryHint: .isDirectory)) }
    if output.hasSuffix("/") { throw UsageError("--output: there is no folder '\(output)'") }
    guard inputs.count == 1 else {
      throw UsageError("--output: '\(output)' is no folder, but there are \(inputs.count) inputs")
    }
    let file = FileNames.url(output)
    guard let named = ImageFormat(fileExtension: file.pathExtension) else {
      throw UsageError("--output: '\(output)' is no folder and isn't named like a picture; use .heic, .jpg or .avif")
    }
    if let format, format != named {
      throw UsageError("--output: '\(output)' is named like \(named.rawValue), but the format is \(format.rawValue)")
    }
    return .file(file)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    if isComparison { return await ImageComparisonRun(command: self, context: context).run() }
    let location: OutputLocation
    do {
      location = try outputLocation()
    } catch {
      context.console.complain(error.message)
      return .wrongUsage
    }
    if isVerbose {
      Diagnostics.forwardLog { [console = context.console] in console.error("ffmpeg: \(Printable.text($0))\n") }
    }
    let batch = ImageBatch(
      inputs: inputs, location: location, settings: settings, backend: backend, device: device,
      fallback: allowsFallback ? .allow : .refuse, workers: workers,
      compressor: ImageCompressor(
        probing: .runningCommand, budget: pixelsAtOnce.map(PixelBudget.init(pixels:)) ?? .shared), context: context,
      printsText: !printsJSON && !isQuiet, isVerbose: isVerbose)
    let result = await context.signals.run { try await batch.run() }
    guard case .success(let pictures) = result else {
      let failure = JobFailure(CancellationError(), stage: .encode, signal: context.signals.received)
      context.console.complain("interrupted; what was finished is in place")
      guard printsJSON else { return failure.status }
      return context.console.deliver(JSONDocument.imagesFailure(failure).document, then: failure.status)
    }
    let summary = ImageSummary(pictures)
    let status = pictures.first { $0.status != .success }?.status ?? .success
    let text =
      printsJSON
      ? JSONDocument.images(pictures, summary).document
      : isQuiet || pictures.count == 1 ? "" : ImageText.render(summary)
    return context.console.deliver(text, then: status)
  }

  static func usageFailure(_ error: UsageError) -> JSONValue? {
    JSONDocument.imagesFailure(JobFailure(code: .invalidRequest, message: error.message, stage: .request))
  }
}
