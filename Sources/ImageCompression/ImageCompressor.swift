public import Capabilities
internal import FFmpeg
public import FoundationEssentials
internal import Jobs
internal import VideoCompression

/// Makes pictures smaller: HEIC, JPEG and AVIF from everything that `PictureFormat` names.
///
/// ```swift
/// let report = try await ImageCompressor().compress(
///   ImageRequest(from: photo, to: .file(result), image: .image(.heic).quality(0.7).longSide(2048)))
/// ```
///
/// A value; any number of jobs may run at once. Those that decode wait for one another where their pixels would take too
/// much memory together, as ``PixelBudget`` says. Video units are asked once what they can do, when the first picture needs
/// to know.
public struct ImageCompressor: Sendable {
  private let units: UnitMemory
  private let budget: PixelBudget

  /// Makes a compressor.
  ///
  /// - Parameters:
  ///   - probing: Where drivers are asked what they can do.
  ///   - budget: What bounds the pixels that its jobs work on at once, together with all others that have the same.
  public init(probing: ProbePolicy = .automatic, budget: PixelBudget = .shared) {
    units = UnitMemory(probing: probing)
    self.budget = budget
  }

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
    let wish = EncoderWish(backend: request.backend, device: request.device, fallback: request.fallback)
    let named = try? ImageDestination(request: request).namedFormat
    let machine = try await machine(for: request.image, as: named, wish)
    let control = JobControl()
    let passage = try await budget.enter()
    return try await Abandonable.run(onCancel: { control.cancel() }) {
      // An abandoned job holds its memory until its own end, which is here.
      defer { passage.leave() }
      return try ImageFileJob(request: request, wish: wish, machine: machine, control: control, passage: passage).run()
    }
  }

  /// Compresses a picture in memory.
  ///
  /// - Parameters:
  ///   - data: A whole file of a kind that `PictureFormat` names.
  ///   - settings: Wishes for the picture.
  ///   - backend: Which encoder may be used.
  ///   - device: The video unit that is to be used: a render node's path, or the number of a GPU; `nil` for any.
  ///   - fallback: What happens when the encoder or device that was asked for can't be used.
  /// - Returns: The result's bytes, which are the source's when its outcome is `keptSource`, and what happened.
  /// - Throws: ``CompressionError``, or `CancellationError`.
  public func compress(
    _ data: Data, _ settings: ImageSettings = .automatic, backend: BackendChoice = .automatic, device: String? = nil,
    fallback: FallbackPolicy = .refuse
  ) async throws -> (data: Data, report: ImageReport) {
    let wish = EncoderWish(backend: backend, device: device, fallback: fallback)
    let machine = try await machine(for: settings, as: nil, wish)
    let control = JobControl()
    let passage = try await budget.enter()
    return try await Abandonable.run(onCancel: { control.cancel() }) {
      defer { passage.leave() }
      var report = ImageReport(outcome: .compressed)
      do {
        let clock = StageClock()
        let job = ImageJob(
          settings: settings, namedFormat: nil, name: "the picture", path: nil, threads: 0, control: control,
          passage: passage, wish: wish, machine: machine)
        let ready = try job.makeReady([UInt8](data), &report)
        let made = try job.make(ready, at: nil, &report) { $0 }
        if made == nil { report.keepSource() }
        report.seconds.total = clock.total
        return (made.map { Data($0) } ?? data, report)
      } catch let error as CompressionError {
        try control.check()
        throw report.failed(error)
      }
    }
  }

  /// What the video units of this machine can do; empty where no wish lets one in, and no driver is touched then.
  private func machine(
    for settings: ImageSettings, as named: ImageFormat?, _ wish: EncoderWish
  ) async throws -> MachineCapabilities {
    guard CoderPlan.mayUseUnit(settings, as: settings.format ?? named ?? .heic, wish) else {
      return MachineCapabilities(devices: [])
    }
    return try await units.machine(for: wish)
  }
}

extension ImageReport {
  /// Notes that the source's bytes take the place of a result that isn't smaller.
  mutating func keepSource() {
    outcome = .keptSource
    forgetResult()
    output = source
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
