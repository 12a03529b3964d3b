internal import CFFmpeg
internal import Synchronization

/// Where FFmpeg's log goes: never to the terminal. Its last warnings or errors are kept for the next ``FFmpegError``,
/// and a sink may be installed that gets every line.
package enum LogCapture {
  private struct State {
    /// The last warning or error, and those right before it: a driver's own words come first, FFmpeg's summary last.
    var lastLines: [Line] = []
    var sink: (@Sendable (String) -> Void)?
    var failedCopies = 0
    /// Warnings and errors since collecting began; `nil` while nobody collects.
    var collected: [String]?
    var missingGlyphs = 0

    mutating func keep(_ text: String) {
      // Some messages come in parts, of which the last is but the object's name and a line end.
      guard lastLines.last?.text != text, text.last != "]" || text.first != "[" else { return }
      if lastLines.count == 3 { lastLines.removeFirst() }
      lastLines.append(Line(text: text, moment: .now))
    }
  }

  private struct Line {
    let text: String
    let moment: ContinuousClock.Instant
  }

  /// Lines that come within this time tell of one failure.
  private static let moment = Duration.milliseconds(100)

  private static let state = Mutex(State())
  private static let installation: Void = {
    unsafe swage_log_install { level, line in
      guard let line = unsafe line else { return }
      unsafe LogCapture.receive(level: level, line: String(cString: line))
    }
  }()

  /// Takes over FFmpeg's log; does nothing when that was done before.
  package static func install() { installation }

  /// Passes every line from now on to a sink; `nil` ends that.
  package static func forward(to sink: (@Sendable (String) -> Void)?) {
    install()
    state.withLock { $0.sink = sink }
  }

  /// Does something and gives the warnings and errors that FFmpeg logged meanwhile, on whatever thread.
  package static func warnings(during body: () -> Void) -> [String] {
    install()
    state.withLock { $0.collected = [] }
    body()
    return state.withLock { state in
      defer { state.collected = nil }
      return state.collected ?? []
    }
  }

  static func takeLastLines() -> String? {
    state.withLock { state in
      defer { state.lastLines = [] }
      guard let last = state.lastLines.last else { return nil }
      return state.lastLines.filter { last.moment - $0.moment < moment }.map(\.text).joined(separator: "; ")
    }
  }

  /// How many lines so far tell of a copy in NVIDIA's memory that failed. `av_hwframe_transfer_data` reports success
  /// then.
  static var failedCopies: Int { state.withLock { $0.failedCopies } }

  /// How many lines so far tell of a character of subtitles that no font here has, which is drawn as a box then.
  package static var missingGlyphs: Int { state.withLock { $0.missingGlyphs } }

  private static func receive(level: Int32, line: String) {
    var text = line[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    guard !text.isEmpty else { return }
    let sink = state.withLock { state in
      if level <= AV_LOG_WARNING {
        state.keep(withoutAddress(text))
        state.collected?.append(withoutAddress(text))
      }
      if level <= AV_LOG_ERROR, text.contains("cuMemcpy2DAsync") { state.failedCopies += 1 }
      if text.contains("failed to find any fallback with glyph") { state.missingGlyphs += 1 }
      return state.sink
    }
    sink?(String(text))
  }

  /// The line without the objects' addresses, `[libx265 @ 0x55…]`, which say nothing to a reader.
  private static func withoutAddress(_ line: Substring) -> String {
    var text = String(line)
    while let at = text.firstRange(of: " @ 0x"), let end = text[at.upperBound...].firstIndex(of: "]") {
      text.removeSubrange(at.lowerBound..<end)
    }
    return text
  }
}
