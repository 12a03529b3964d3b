internal import Jobs

/// Tells what formats are worth on a picture: how large it is in each of them when all look equally similar to it.
///
/// ```swift
/// let comparison = try await ImageComparator().compare(ImageComparisonRequest(photo, quality: 0.7))
/// print(comparison.sizeRatio(.heic) ?? 1)
/// ```
///
/// Nothing is written. A value; several comparisons at once disturb each other's times.
public struct ImageComparator: Sendable {
  private let budget: PixelBudget

  /// Makes a comparator.
  ///
  /// - Parameter budget: What bounds the pixels that jobs work on at once.
  public init(budget: PixelBudget = .shared) { self.budget = budget }

  /// Encodes a picture in the first format, and in the others again and again until they are as similar to it.
  ///
  /// Cancelling the task ends the job: at once for the caller, while an encoder runs on for at most this picture.
  ///
  /// - Returns: The versions. A format whose encoder isn't installed is left out with a warning, but for the first one.
  /// - Throws: ``CompressionError``, with the codes of ``ImageCompressor``; or `CancellationError`.
  public func compare(_ request: ImageComparisonRequest) async throws -> ImageComparison {
    let control = JobControl()
    let passage = try await budget.enter()
    return try await Abandonable.run(onCancel: { control.cancel() }) {
      defer { passage.leave() }
      do {
        return try ImageComparisonJob(request: request, control: control, passage: passage).run()
      } catch let error as CompressionError {
        try control.check()
        throw error
      }
    }
  }
}
