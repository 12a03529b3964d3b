internal import FFmpeg
internal import FoundationEssentials
internal import Jobs
internal import Media

/// A comparison's job, from a file to figures.
struct ImageComparisonJob {
  let request: ImageComparisonRequest
  let control: JobControl
  let passage: PixelBudget.Passage

  /// How far similarities may differ to count as equal.
  static let tolerance = 0.001

  /// Does the job.
  func run() throws -> ImageComparison {
    guard let first = request.formats.first else {
      throw CompressionError(
        code: .invalidRequest, message: "no format is named", remedy: "name HEIC, JPEG or AVIF", stage: .request)
    }
    if let side = request.previewLongSide, side < 1 {
      throw CompressionError(
        code: .invalidRequest, message: "the preview's longer side is \(side) pixels", remedy: "use at least 1",
        stage: .request)
    }
    let path = request.source.path
    _ = try PictureFile.status(of: path)
    let bytes = try PictureFile.read(path, control: control)
    // What JPEG can have is what all of them get.
    var report = ImageReport(outcome: .compressed)
    let settings = ImageSettings.image(.jpeg, longSide: request.longSide).quality(request.quality)
      .chroma(request.chroma).metadata(.strip).pixelLimit(request.pixelLimit)
    let ready = try ImageJob(
      settings: settings, namedFormat: nil, name: path, path: path, threads: request.threads, control: control,
      passage: passage,
      heaviestFormat: request.formats.contains(.avif) ? .avif : nil
    ).makeReady(bytes, &report)
    var warnings = report.warnings
    var found: [FormatTrials.Trial] = []
    for format in request.formats {
      let trials = FormatTrials(format: format, ready: ready, threads: request.threads, control: control)
      do {
        found.append(
          try found.first.map { try trials.search(similarity: $0.version.similarity, from: request.quality) }
            ?? trials.encode(quality: request.quality))
      } catch let error as CompressionError where error.code == .notSupported && format != first {
        warnings.append(error.message)
      }
    }
    return ImageComparison(
      source: ready.source.description, width: ready.plan.size.width, height: ready.plan.size.height,
      tolerance: Self.tolerance, versions: found.map(\.version), warnings: warnings,
      previews: try previews(of: found, ready))
  }

  private func previews(of trials: [FormatTrials.Trial], _ ready: ImageJob.Ready) throws -> ImageComparison.Previews? {
    guard let side = request.previewLongSide else { return nil }
    let plan = ready.plan.compared(as: .jpeg)
    let layout =
      plan.layout.chromaSubsampling == .gray
      ? plan.layout : PixelFormat(name: "yuv444p", bitDepth: 8, chromaSubsampling: .yuv444)
    let preview = { (picture: Frame) throws -> Data in
      let small = try PicturePreparation(plan: plan, threads: request.threads)
        .thumbnail(of: picture, longSide: side, as: layout)
      let file = try PictureEncoder(plan: plan, source: ready.source, threads: request.threads).encode(
        PreparedPicture(picture: small, alpha: nil, isPremultiplied: false), quality: 0.92, control: control)
      return Data(file.bytes)
    }
    do {
      return ImageComparison.Previews(
        original: try preview(ready.prepared.picture),
        versions: try trials.map { trial in
          try control.check()
          return try preview(
            FormatTrials(format: trial.version.format, ready: ready, threads: request.threads, control: control)
              .decode(trial.bytes))
        })
    } catch let error as FFmpegError {
      throw CompressionError.encodingPicture(.jpeg, cause: error.description)
    }
  }
}

extension ImagePlan {
  /// The plan of the same samples in another format, with nothing beside them but the color profile.
  func compared(as format: ImageFormat) -> ImagePlan {
    ImagePlan(
      format: format, size: size, turn: .up, layout: layout, sourceColor: sourceColor, color: color,
      writesColor: false, keepsProfile: keepsProfile, convertsGray: convertsGray, isToneMapped: isToneMapped,
      alpha: .none, compression: compression, hasThumbnail: false, keepsGainMap: false, metadata: .strip,
      attempts: [.processor], refusals: [], parts: [],
      decisions: [], warnings: [], unmetWishes: [])
  }
}
