internal import FFmpeg
public import FoundationEssentials
internal import Jobs

/// Makes pictures smaller: HEIC, JPEG and AVIF from everything that `PictureFormat` names.
///
/// ```swift
/// let report = try await ImageCompressor().compress(
///   ImageRequest(from: photo, to: .file(result), image: .image(.heic).quality(0.7).longSide(2048)))
/// ```
///
/// A value; any number of jobs may run at once. Those that decode wait for one another where their pixels would take too
/// much memory together, as ``PixelBudget`` says.
public struct ImageCompressor: Sendable {
  private let budget: PixelBudget

  /// Makes a compressor.
  ///
  /// - Parameter budget: What bounds the pixels that its jobs work on at once, together with all others that have the same.
  public init(budget: PixelBudget = .shared) { self.budget = budget }

  /// The cores that this process may use, by which several jobs at once share out their threads.
  package static var processorCount: Int { FFmpegLibrary.processorCount }

  /// Compresses a file. Nothing exists at the output before the result was read back and compared with the source.
  ///
  /// Cancelling the task ends the job: at once for the caller, while an encoder that can't be interrupted runs on for at
  /// most this picture. Nothing is left on disk.
  ///
  /// - Returns: What happened.
  /// - Throws: ``CompressionError``, or `CancellationError`.
  public func compress(_ request: ImageRequest) async throws -> ImageReport {
    let control = JobControl()
    let passage = try await budget.enter()
    return try await Abandonable.run(onCancel: { control.cancel() }) {
      // An abandoned job holds its memory until its own end, which is here.
      defer { passage.leave() }
      return try ImageFileJob(request: request, control: control, passage: passage).run()
    }
  }

  /// Compresses a picture in memory.
  ///
  /// - Parameters:
  ///   - data: A whole file of a kind that `PictureFormat` names.
  ///   - settings: Wishes for the picture.
  /// - Returns: The result's bytes, which are the source's when its outcome is `keptSource`, and what happened.
  /// - Throws: ``CompressionError``, or `CancellationError`.
  public func compress(
    _ data: Data, _ settings: ImageSettings = .automatic
  ) async throws -> (data: Data, report: ImageReport) {
    let control = JobControl()
    let passage = try await budget.enter()
    return try await Abandonable.run(onCancel: { control.cancel() }) {
      defer { passage.leave() }
      var report = ImageReport(outcome: .compressed)
      do {
        let clock = StageClock()
        let job = ImageJob(
          settings: settings, namedFormat: nil, name: "the picture", path: nil, threads: 0, control: control,
          passage: passage)
        let ready = try job.makeReady([UInt8](data), &report)
        let bytes = try job.encode(ready, &report)
        if try job.keepsSource(bytes.count, of: ready) {
          report.keepSource()
          report.seconds.total = clock.total
          return (data, report)
        }
        try job.verify(bytes, of: ready, at: nil, &report)
        report.seconds.total = clock.total
        return (Data(bytes), report)
      } catch let error as CompressionError {
        try control.check()
        throw report.failed(error)
      }
    }
  }
}

extension ImageReport {
  /// Notes that the source's bytes take the place of a result that isn't smaller.
  mutating func keepSource() {
    outcome = .keptSource
    output = source
    encoder = nil
    parts = parts.map {
      ImagePart(
        kind: $0.kind, name: $0.name, action: .kept, reason: "the source is kept, because nothing smaller came out")
    }
    warnings = []
  }

  /// Notes why the job failed.
  mutating func failed(_ error: CompressionError) -> CompressionError {
    self = failing(error)
    return error.attaching(self)
  }
}
