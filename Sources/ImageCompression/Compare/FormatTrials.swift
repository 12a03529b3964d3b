internal import FFmpeg
internal import Jobs
internal import Media

/// Encodes one prepared picture in one format at one quality after another, always from its samples.
struct FormatTrials {
  /// A file and what is known of it.
  struct Trial {
    let bytes: [UInt8]
    var version: ImageComparison.Version
  }

  let format: ImageFormat
  let ready: ImageJob.Ready
  let threads: Int
  let control: JobControl

  /// Encodes at a quality, decodes the file and compares.
  func encode(quality: Double) throws -> Trial {
    let plan = ready.plan.compared(as: format)
    let picture = ready.prepared.picture
    var clock = StageClock()
    let made = try PictureEncoder(plan: plan, source: ready.source, threads: threads)
      .encode(ready.prepared, quality: quality, control: control)
    let seconds = clock.lap()
    try control.check()
    let similarity = try similarity(to: made.bytes)
    try control.check()
    let size = picture.size
    return Trial(
      bytes: made.bytes,
      version: ImageComparison.Version(
        format: format, encoder: made.encoder, quality: quality,
        encoderQuality: QualityScale.number(quality, format), bytes: Int64(made.bytes.count),
        bitsPerPixel: Double(made.bytes.count * 8) / Double(size.width * size.height), encodingSeconds: seconds,
        similarity: similarity, isEqual: true))
  }

  /// Finds the step of the encoder's scale whose file is nearest to a similarity.
  ///
  /// - Parameters:
  ///   - target: The similarity.
  ///   - guess: The quality to begin with.
  func search(similarity target: Double, from guess: Double) throws -> Trial {
    let steps = QualityScale.steps(format)
    let first = steps.lastIndex { $0 <= guess } ?? 0
    var tried: [Int: Trial] = [:]
    var search = SimilaritySearch(count: steps.count, first: first)
    while let step = search.next {
      let trial = try encode(quality: steps[step])
      tried[step] = trial
      search.note(isBelow: trial.version.similarity < target)
    }
    let around = [search.below, search.above].compactMap { $0.flatMap { tried[$0] } }
    let distance = { (trial: Trial) in (trial.version.similarity - target).magnitude }
    guard let nearest = around.min(by: { distance($0) < distance($1) }) else { return try encode(quality: guess) }
    return Trial(
      bytes: nearest.bytes,
      version: nearest.version.equal(
        around.count == 2 || distance(nearest) <= ImageComparisonJob.tolerance))
  }

  private func similarity(to bytes: [UInt8]) throws -> Double {
    let before = ready.prepared.picture
    do {
      return try before.similarity(to: try decode(bytes), threads: threads)
    } catch let error as CompressionError {
      throw error
    } catch {
      throw CompressionError(
        code: .verificationFailed, message: "the result can't be compared with the source", stage: .verify,
        cause: "\(error)")
    }
  }

  /// The samples of a file in the layout that was encoded.
  func decode(_ bytes: [UInt8]) throws -> Frame {
    let before = ready.prepared.picture
    let layout = ready.plan.layout
    do {
      let decoded =
        format == .jpeg
        ? try JPEGDecoder.decode(bytes).frame : try decode(HeifFile(bytes).primary(), as: layout)
      guard decoded.size == before.size, decoded.pixelFormat?.name == layout.name else {
        throw CompressionError(
          code: .verificationFailed,
          message: "the result is \(decoded.size) \(decoded.pixelFormat?.name ?? "") instead of \(before.size) "
            + layout.name, stage: .verify)
      }
      return decoded
    } catch let error as CompressionError {
      throw error
    } catch {
      throw CompressionError(
        code: .verificationFailed, message: "the result can't be read back", stage: .verify, cause: "\(error)")
    }
  }

  private func decode(_ handle: HeifHandle, as layout: PixelFormat) throws -> Frame {
    let color = ready.plan.color
    do {
      return try handle.decode(as: layout.chromaSubsampling).frames(color: color).picture
    } catch let error as HeifError where layout.chromaSubsampling == .gray && error.isUnsupported {
      // libheif 1.15 has no way to gray where the decoder gives color, too, though it is none.
      return try handle.decode(as: .yuv420).frames(color: color).picture.picture(of: [0], as: layout)
    }
  }
}

/// Brackets a similarity among an encoder's steps: strides that double until there is a step on each side, then halves.
struct SimilaritySearch {
  /// How many steps there are.
  let count: Int
  /// The best step that is known to be below; `nil` when none is.
  private(set) var below: Int?
  /// The poorest step that is known not to be below; `nil` when none is.
  private(set) var above: Int?
  /// The step to try; `nil` when it is done.
  private(set) var next: Int?
  private var stride = 2

  init(count: Int, first: Int) {
    self.count = count
    next = (0..<count).contains(first) ? first : nil
  }

  /// Notes what ``next`` gave.
  mutating func note(isBelow: Bool) {
    guard let tried = next else { return }
    if isBelow { below = tried } else { above = tried }
    switch (below, above) {
    case (let low?, let high?): next = high - low > 1 ? (low + high) / 2 : nil
    case (nil, let high?): next = high > 0 ? max(0, high - stride) : nil
    case (let low?, nil): next = low < count - 1 ? min(count - 1, low + stride) : nil
    case (nil, nil): next = nil
    }
    stride *= 2
  }
}

extension ImageComparison.Version {
  /// The same version, judged.
  func equal(_ isEqual: Bool) -> Self {
    Self(
      format: format, encoder: encoder, quality: quality, encoderQuality: encoderQuality, bytes: bytes,
      bitsPerPixel: bitsPerPixel, encodingSeconds: encodingSeconds, similarity: similarity, isEqual: isEqual)
  }
}

extension QualityScale {
  /// The encoder's own number, 0 to 100.
  static func number(_ quality: Double, _ format: ImageFormat) -> Int {
    format == .jpeg ? jpeg(quality) : heif(quality, format)
  }

  /// The qualities that give an encoder's numbers, each number once, from the smallest to the best.
  static func steps(_ format: ImageFormat) -> [Double] {
    var steps: [Double] = []
    var last: Int?
    for thousandth in 0...1000 {
      let quality = Double(thousandth) / 1000
      let number = number(quality, format)
      if number != last { steps.append(quality) }
      last = number
    }
    return steps
  }
}
