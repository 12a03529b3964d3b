internal import FFmpeg
public import FoundationEssentials
internal import Jobs

/// A picture whose quality a person is choosing: new values come faster than they can be encoded.
///
/// ```swift
/// let session = try await ImageCompressionSession(photo, settings: .image(.heic))
/// Task { for await result in session.results { show(result) } }
/// session.change(quality: slider.value)   // while it moves
/// session.settle(quality: slider.value)   // when it is let go
/// ```
///
/// The processor encodes: what a video unit delivers has to be read back and compared, for which there is no time here.
/// Each value is encoded from the samples of the source, which are decoded once, never from an earlier result. A value that
/// is outdated when its turn comes isn't encoded, and a result that is outdated when it is ready isn't delivered; so no
/// result follows that of a newer value. Work is done on a thread of the session's own, one picture at a time. Of
/// ``PixelBudget`` it takes its share while it decodes, not for as long as somebody looks.
public final class ImageCompressionSession: Sendable {
  /// What a value of quality gave.
  public struct Result: Sendable {
    /// The quality, from 0 to 1.
    public let quality: Double
    /// The number of the wish, from 1; each ``ImageCompressionSession/change(quality:)`` that isn't ignored and each
    /// ``ImageCompressionSession/settle(quality:)`` is one.
    public let number: Int
    /// The whole file.
    public let data: Data
    /// How long encoding took, in seconds.
    public let seconds: Double

    /// How large the file is, in bytes.
    public var byteCount: Int { data.count }
  }

  /// Why a value gave no result.
  public enum Event: Sendable {
    /// A value was encoded.
    case encoded(Result)
    /// A value couldn't be encoded.
    case failed(CompressionError)
  }

  private struct State {
    var latest: (quality: Double, number: Int)?
    /// The number of the wish that is being encoded or was encoded last.
    var taken = 0
    var isRunning = false
    var isClosed = false
  }

  /// What values gave, the newest last; ends when the session is closed or goes.
  public let results: AsyncStream<Event>
  /// Changes of less than this against the last value that counted are ignored.
  public let threshold: Double

  private let ready: Lock<ImageJob.Ready>
  private let job: ImageJob
  private let state = Lock(State())
  private let continuation: AsyncStream<Event>.Continuation

  /// Reads and decodes a picture, and brings it to the size and colors that are wished for.
  ///
  /// - Parameters:
  ///   - data: A whole file of a kind that `PictureFormat` names.
  ///   - settings: Wishes for the picture. Their quality doesn't count; lossless is no wish here.
  ///   - threshold: Changes of less than this are ignored, 0 to 1.
  /// - Throws: ``CompressionError``, or `CancellationError`.
  public init(_ data: Data, settings: ImageSettings = .automatic, threshold: Double = 0.1) async throws {
    let control = JobControl()
    let passage = try await PixelBudget.shared.enter()
    let job = ImageJob(
      settings: settings.quality(0.5), namedFormat: nil, name: "the picture", path: nil, threads: 0, control: control,
      passage: passage)
    let ready = try await Abandonable.run(onCancel: { control.cancel() }) {
      defer { passage.leave() }
      var report = ImageReport(outcome: .compressed)
      return Lock(try job.makeReady([UInt8](data), &report))
    }
    self.job = job
    self.ready = ready
    self.threshold = threshold
    (results, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1))
  }

  deinit { continuation.finish() }

  /// Wishes for another quality while it is being chosen.
  ///
  /// - Parameter quality: From 0 to 1; what is beyond counts as the nearest end.
  /// - Returns: Whether the value counts; `false` when it differs from the last one that counted by less than the
  ///   threshold, or the session is closed.
  @discardableResult
  public func change(quality: Double) -> Bool {
    wish(quality) { last in last.map { abs($0 - quality) >= self.threshold - 1e-9 } ?? true }
  }

  /// Wishes for the quality that was chosen in the end, however near it is to the last one.
  public func settle(quality: Double) { wish(quality) { _ in true } }

  /// Ends the session: nothing is delivered any more.
  public func close() {
    state.withLock {
      $0.isClosed = true
      $0.latest = nil
    }
    continuation.finish()
  }

  @discardableResult
  private func wish(_ quality: Double, counts: (Double?) -> Bool) -> Bool {
    let quality = quality.isNaN ? 0 : min(max(quality, 0), 1)
    let (isCounted, starts) = state.withLock { state in
      guard !state.isClosed, counts(state.latest?.quality) else { return (false, false) }
      state.latest = (quality, (state.latest?.number ?? 0) + 1)
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    // The thread holds the session until there is nothing to do.
    if starts { StageThread { self.work() }.detach() }
    return isCounted
  }

  private func work() {
    while let wish = next() {
      var report = ImageReport(outcome: .compressed)
      let event: Event
      do {
        let bytes = try ready.withLock { ready in
          Swift.Result { try job.encode(ready, quality: wish.quality, &report) }
        }.get()
        event = .encoded(
          Result(
            quality: wish.quality, number: wish.number, data: Data(bytes), seconds: report.seconds.encoding))
      } catch let error as CompressionError {
        event = .failed(error)
      } catch {
        continue
      }
      // Decided and delivered in one step, so that no wish comes between.
      state.withLock { state in
        if !state.isClosed, state.latest?.number == wish.number { continuation.yield(event) }
      }
    }
  }

  /// The newest wish that wasn't encoded yet; `nil` ends the thread.
  private func next() -> (quality: Double, number: Int)? {
    state.withLock { state in
      guard !state.isClosed, let latest = state.latest, latest.number != state.taken else {
        state.isRunning = false
        return nil
      }
      state.taken = latest.number
      return latest
    }
  }
}
