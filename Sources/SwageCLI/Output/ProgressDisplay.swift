import Swage
import Synchronization

/// Shows how far a job is, as often as suits the reader.
final class ProgressDisplay: Sendable {
  private struct State {
    var shown: (time: Double, progress: CompressionProgress)?
    var latest: CompressionProgress?
    var isFinished = false
  }

  private let style: ProgressStyle
  private let console: Console
  private let now: @Sendable () -> Double
  private let state = Mutex(State())

  /// Makes a display.
  ///
  /// - Parameters:
  ///   - style: How to show progress; not `auto`.
  ///   - console: Where.
  ///   - now: A clock in seconds.
  init(style: ProgressStyle, console: Console, now: @escaping @Sendable () -> Double = ProgressDisplay.uptime) {
    self.style = style
    self.console = console
    self.now = now
  }

  /// Where the job is.
  var stage: CompressionError.Stage {
    switch state.withLock({ $0.latest?.phase }) {
    case nil, .probing, .surveying: .probe
    case .encoding: .encode
    case .verifying: .verify
    case .publishing, .finished: .publish
    }
  }

  /// Shows a value, if it is time to; called from one thread at a time.
  func show(_ progress: CompressionProgress) {
    let time = now()
    let showsNow = state.withLock { state in
      state.latest = progress
      guard !state.isFinished, isDue(progress, at: time, after: state.shown) else { return false }
      state.shown = (time, progress)
      return true
    }
    guard showsNow else { return }
    switch style {
    case .bar: console.error(ProgressBar.redraw + bar(progress))
    case .lines: console.error(ProgressLine.text(progress) + "\n")
    case .json: console.error(JSONDocument.progress(progress).line + "\n")
    case .auto, .none: break
    }
  }

  /// Clears the bar and shows nothing more.
  func finish() {
    let hasBar = state.withLock { state in
      defer { state.isFinished = true }
      return style == .bar && state.shown != nil && !state.isFinished
    }
    if hasBar { console.error(ProgressBar.redraw) }
  }

  private func bar(_ progress: CompressionProgress) -> String {
    // Three columns stay free for the `^C` that a terminal adds: a line that wraps can't be cleared.
    ProgressBar.text(progress, columns: console.columns() - 3, terminal: console.terminal)
  }

  private func isDue(
    _ progress: CompressionProgress, at time: Double, after shown: (time: Double, progress: CompressionProgress)?
  ) -> Bool {
    guard let shown else { return true }
    let isNews = shown.progress.phase != progress.phase || shown.progress.attempt != progress.attempt
    let elapsed = time - shown.time
    return switch style {
    case .bar: isNews || elapsed >= 0.1
    case .json: isNews || progress.fraction >= 1 || elapsed >= 0.2
    case .lines:
      isNews || progress.fraction >= 1 || elapsed >= 5 || progress.fraction - shown.progress.fraction >= 0.1
    case .auto, .none: false
    }
  }

  /// Seconds of a clock that never jumps.
  private static func uptime() -> Double {
    let elapsed = origin.duration(to: .now)
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  private static let origin = ContinuousClock.now
}
