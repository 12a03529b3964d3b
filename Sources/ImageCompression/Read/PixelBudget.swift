internal import FFmpeg
internal import Jobs
internal import Media

/// Bounds the memory of pictures by the pixels that are worked on at once, whatever number of jobs is started.
///
/// A job waits before its file is read until few others read, and before samples are decoded until its pixels fit, in the
/// order of the jobs; one that is larger than the whole budget works alone. A waiting job blocks no thread of Swift's
/// pool, and ends at once when its task is cancelled.
///
/// ```swift
/// let small = ImageCompressor(budget: PixelBudget(pixels: 50_000_000))
/// ```
///
/// Each pixel of a source counts once. It takes 10 to 20 bytes at the peak of its job, 50 in HEIC of 10 bits with full color,
/// and 80 in AVIF, for which each pixel of the result counts three times beside. A picture counts as at least 2 to the 20,
/// since encoders take memory for the smallest.
public final class PixelBudget: Sendable {
  /// The budget of all jobs that aren't given another one.
  public static let shared = PixelBudget()

  /// As many as take about half of the memory: of the machine's, or of what control groups or the limit of the address
  /// space leave to this process. Some 50 million for 2 GB.
  public static let defaultPixels = max(leastCount, MemoryLimit.bytes / 2 / bytesPerPixel)

  /// How many pixels may be worked on at once.
  public let pixels: Int

  let share: FairShare
  /// Files are read and their headers looked at by as many jobs at once as there are cores: what waits for its pixels
  /// holds the file's bytes.
  private let readers: FairShare

  private static let bytesPerPixel = 20
  private static let leastCount = 1 << 20

  /// Makes a budget of its own.
  ///
  /// - Parameter pixels: How many pixels may be worked on at once, at least 1.
  public init(pixels: Int = PixelBudget.defaultPixels) {
    self.pixels = max(1, pixels)
    share = FairShare(total: self.pixels)
    readers = FairShare(total: FFmpegLibrary.processorCount)
  }

  /// How much a picture counts.
  ///
  /// - Parameters:
  ///   - pixels: The most pixels that are decoded at once.
  ///   - size: The source's size.
  ///   - longSide: The upper bound of the result's longer side; `nil` for none.
  ///   - format: The kind of file that is written.
  static func count(_ pixels: Int, size: PixelSize, longSide: Int?, format: ImageFormat) -> Int {
    let scale = longSide.map { min(1, Double($0) / Double(max(1, size.longSide))) } ?? 1
    let result = Double(size.width) * Double(size.height) * scale * scale
    let total = Double(pixels) + (format == .avif ? 3 * result : 0)
    return max(leastCount, Int(min(total, 1e15)))
  }

  /// Waits until a file may be read.
  ///
  /// - Throws: `CancellationError`.
  func enter() async throws -> Passage {
    try await readers.take(1)
    return Passage(readers: readers, pixels: share)
  }

  /// The way of one job through a budget. Ends by ``leave()``, at the latest when it is let go.
  final class Passage: Sendable {
    private enum Stage {
      case reading
      case working(Int)
      case gone
    }

    private let readers: FairShare
    private let pixels: FairShare
    private let stage = Lock(Stage.reading)

    init(readers: FairShare, pixels: FairShare) {
      self.readers = readers
      self.pixels = pixels
    }

    deinit { leave() }

    /// Waits, on the job's own thread, until its pixels fit; others may read then.
    ///
    /// - Throws: `CancellationError`.
    func admit(_ count: Int, for control: JobControl) throws {
      try pixels.take(count, for: control)
      change(to: .working(count))
    }

    /// Gives everything back; more than once is no harm.
    func leave() { change(to: .gone) }

    private func change(to next: Stage) {
      let last = stage.withLock { stage in
        defer { stage = next }
        return stage
      }
      switch last {
      case .reading: readers.giveBack(1)
      case .working(let count): pixels.giveBack(count)
      case .gone: break
      }
    }
  }
}
