import FoundationEssentials
import Swage

/// What the comparison of one picture of a command gave.
struct ImageComparisonResult: Sendable {
  /// The input as it was given.
  let input: String
  /// The figures; `nil` when it failed.
  let comparison: ImageComparison?
  /// Why it failed; `nil` when it didn't.
  let error: ImageReport.Failure?
  /// The status that it alone would give.
  let status: ExitStatus
}

/// `swage image --compare`: pictures one after another, so that none disturbs another's times.
struct ImageComparisonRun: Sendable {
  let command: ImageCommand
  let context: CommandContext

  func run() async -> ExitStatus {
    let page = command.page.map { FileNames.url($0) }
    do {
      if let page { try checkPage(page) }
    } catch {
      context.console.complain(error.description)
      return finish(with: JobFailure(error, stage: .plan, signal: nil))
    }
    let outcome = await context.signals.run { try await compare() }
    guard case .success(let results) = outcome else {
      let failure = JobFailure(CancellationError(), stage: .encode, signal: context.signals.received)
      context.console.complain(failure.message)
      return finish(with: failure)
    }
    let status = results.first { $0.status != .success }?.status ?? .success
    let compared = results.compactMap(\.comparison)
    let medians = ImageComparison.medians(of: compared)
    if let page, !compared.isEmpty {
      do {
        try Data(ComparisonPage(results: results, medians: medians).html.utf8).write(to: page, options: .atomic)
      } catch {
        let failure = Self.unwritable(page, cause: "\(error)")
        context.console.complain(failure.description)
        return finish(with: JobFailure(failure, stage: .write, signal: nil))
      }
    }
    let text =
      command.printsJSON
      ? JSONDocument.comparisons(results, medians, page: compared.isEmpty ? nil : page?.path).document
      : command.isQuiet || compared.count < 2 ? "" : ComparisonText.render(medians)
    return context.console.deliver(text, then: status)
  }

  private func compare() async throws -> [ImageComparisonResult] {
    var results: [ImageComparisonResult] = []
    for input in command.inputs {
      let result = try await compare(input)
      if let error = result.error { context.console.complain(error.message) }
      if let comparison = result.comparison, !command.printsJSON, !command.isQuiet {
        _ = context.console.deliver((results.isEmpty ? "" : "\n") + ComparisonText.render(comparison))
      }
      results.append(result)
    }
    return results
  }

  private func compare(_ input: String) async throws -> ImageComparisonResult {
    let first = command.format ?? .heic
    var request = ImageComparisonRequest(
      FileNames.url(input), formats: [first] + [.heic, .jpeg, .avif], quality: command.quality ?? 0.8)
    request.longSide = command.longSide
    request.chroma = command.chroma
    request.pixelLimit = command.pixelLimit
    if command.page != nil { request.previewLongSide = ComparisonPage.previewLongSide }
    do {
      return ImageComparisonResult(
        input: input, comparison: try await ImageComparator().compare(request), error: nil, status: .success)
    } catch let error as CompressionError {
      return ImageComparisonResult(
        input: input, comparison: nil, error: ImageReport.Failure(error), status: ExitStatus(error.code))
    }
  }

  /// Refuses a page that can't be written or would take a source's place, before the work.
  private func checkPage(_ page: URL) throws(CompressionError) {
    let folder = page.deletingLastPathComponent().path
    guard FileNames.isFolder(folder), FileNames.isWritable(folder) else {
      throw Self.unwritable(page, cause: "there is no folder \(folder) that can be written to")
    }
    if FileNames.isFolder(page.path) { throw Self.unwritable(page, cause: "it is a folder") }
    for input in command.inputs where FileNames.isSameFile(page.path, FileNames.url(input).path) {
      throw CompressionError(
        code: .outputIsSource, message: "the page \(page.path) is the source itself", remedy: "choose another name",
        stage: .plan)
    }
  }

  private static func unwritable(_ page: URL, cause: String) -> CompressionError {
    CompressionError(
      code: .outputUnwritable, message: "the page \(page.path) can't be written",
      remedy: "choose a file in a folder that can be written to", stage: .write, cause: cause)
  }

  private func finish(with failure: JobFailure) -> ExitStatus {
    guard command.printsJSON else { return failure.status }
    return context.console.deliver(JSONDocument.comparisonsFailure(failure).document, then: failure.status)
  }
}
