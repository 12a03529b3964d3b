import FoundationEssentials
import Swage

/// What became of one picture of a command.
struct ImageResult: Sendable {
  /// The input as it was given.
  let input: String
  /// What happened.
  let report: ImageReport
  /// The status that it alone would give.
  let status: ExitStatus
}

/// Compresses pictures, as many at once as there are cores and as the budget of pixels lets in.
struct ImageBatch: Sendable {
  let inputs: [String]
  let location: OutputLocation
  let settings: ImageSettings
  /// Which encoder may be used, on which device, and what happens when it can't be.
  let backend: BackendChoice
  let device: String?
  let fallback: FallbackPolicy
  /// How many at once; `nil` for as many as there are cores.
  let workers: Int?
  /// What compresses them, with what bounds the pixels that they work on at once.
  let compressor: ImageCompressor
  let context: CommandContext
  /// Whether each picture's report is printed as soon as those before it are.
  let printsText: Bool
  let isVerbose: Bool

  /// Does them all; the results are in the order of the inputs.
  ///
  /// - Throws: `CancellationError`. What was finished until then is in place.
  func run() async throws -> [ImageResult] {
    let cores = ImageCompressor.processorCount
    let count = max(1, min(workers ?? cores, inputs.count))
    let threads = max(1, cores / count)
    return try await withThrowingTaskGroup(of: (Int, ImageResult).self) { group in
      var results = [ImageResult?](repeating: nil, count: inputs.count)
      var (started, printed) = (0, 0)
      while started < count {
        add(started, threads: threads, to: &group)
        started += 1
      }
      while let (position, result) = try await group.next() {
        results[position] = result
        while printed < results.count, let next = results[printed] {
          tell(next)
          printed += 1
        }
        if started < inputs.count {
          add(started, threads: threads, to: &group)
          started += 1
        }
      }
      return results.compactMap(\.self)
    }
  }

  private func add(
    _ position: Int, threads: Int, to group: inout ThrowingTaskGroup<(Int, ImageResult), any Error>
  ) {
    group.addTask { (position, try await compress(inputs[position], threads: threads)) }
  }

  private func compress(_ input: String, threads: Int) async throws -> ImageResult {
    let request = ImageRequest(
      from: FileNames.url(input), to: location, image: settings, threads: threads, backend: backend, device: device,
      fallback: fallback)
    do {
      let report = try await compressor.compress(request)
      return ImageResult(input: input, report: report, status: .success)
    } catch let error as CompressionError {
      var report = error.imageReport ?? ImageReport(outcome: .failed)
      report = report.failing(error)
      return ImageResult(input: input, report: report, status: ExitStatus(error.code))
    }
  }

  private func tell(_ result: ImageResult) {
    if let error = result.report.error { context.console.complain(error.message) }
    guard printsText, result.report.outcome != .failed else { return }
    _ = context.console.deliver(ImageText.render(result.report, isVerbose: isVerbose))
  }
}

/// Figures of all pictures of a command.
struct ImageSummary: Sendable, Encodable {
  let pictures: Int
  let compressed: Int
  let kept: Int
  let failed: Int
  /// Bytes of the sources of those that didn't fail.
  let originalBytes: Int64
  /// Bytes of their results.
  let outputBytes: Int64

  init(_ results: [ImageResult]) {
    pictures = results.count
    compressed = results.count { $0.report.outcome == .compressed }
    kept = results.count { $0.report.outcome == .keptSource }
    let done = results.filter { $0.report.outcome != .failed }
    failed = results.count - done.count
    originalBytes = done.reduce(0) { $0 + ($1.report.source?.bytes ?? 0) }
    outputBytes = done.reduce(0) { $0 + ($1.report.output?.bytes ?? 0) }
  }
}
