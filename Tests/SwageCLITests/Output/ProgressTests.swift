import Swage
import Synchronization
import Testing

@testable import SwageCLI

@Suite struct ProgressTests {
  private static let progress = CompressionProgress(
    phase: .encoding, fraction: 0.45, framesEncoded: 270, framesPerSecond: 29.4, speed: 0.98, remainingSeconds: 11.2,
    bytesWritten: 5_000_000, projectedBytes: 12_100_000)

  @Test(arguments: [
    (79, "Encoding    45 %  ████████░░░░░░░░░░  ETA 0:00:12  29 fps  0.98x  about 12.1 MB"),
    (39, "Encoding    45 %  ███░░░░░  ETA 0:00:12"), (20, "Encoding    45 %"), (5, "Encod"), (0, ""),
  ])
  func `the bar leaves out what doesn't fit`(_ columns: Int, _ line: String) {
    let text = ProgressBar.text(Self.progress, columns: columns, terminal: Console.Terminal())
    #expect(text == line)
    #expect(text.count <= columns)
  }

  @Test(arguments: 0...200) func `the bar is never wider than the terminal`(_ columns: Int) {
    for phase in CompressionProgress.Phase.allCases {
      let progress = CompressionProgress(
        phase: phase, fraction: 1.5, attempt: 12, framesPerSecond: 12345, speed: 123, remainingSeconds: 1e6,
        projectedBytes: .max)
      #expect(ProgressBar.text(progress, columns: columns, terminal: Console.Terminal()).count <= columns)
    }
  }

  @Test func `color is used only where it is welcome`() {
    let plain = ProgressBar.text(Self.progress, columns: 79, terminal: Console.Terminal())
    #expect(!plain.contains("\u{1B}"))
    let colored = ProgressBar.text(Self.progress, columns: 79, terminal: Console.Terminal(usesColor: true))
    #expect(colored.contains("\u{1B}[32m"))
    let ascii = ProgressBar.text(Self.progress, columns: 39, terminal: Console.Terminal(usesUnicode: false))
    #expect(ascii == "Encoding    45 %  ###-----  ETA 0:00:12")
  }

  @Test func `a plain line tells the same in words`() {
    #expect(
      ProgressLine.text(Self.progress) == "Encoding 45 %, ETA 0:00:12, 29 fps, 0.98x, about 12.1 MB")
  }

  @Test func `auto is a bar in a terminal, lines elsewhere, nothing when quiet or with piped JSON`() {
    let terminal = Console.Terminal(showsOutput: true, showsErrors: true)
    let pipe = Console.Terminal()
    #expect(ProgressStyle.auto.resolved(for: terminal, isQuiet: false, printsJSON: false) == .bar)
    #expect(ProgressStyle.auto.resolved(for: pipe, isQuiet: false, printsJSON: false) == .lines)
    #expect(ProgressStyle.auto.resolved(for: terminal, isQuiet: true, printsJSON: false) == .none)
    #expect(ProgressStyle.auto.resolved(for: pipe, isQuiet: false, printsJSON: true) == .none)
    #expect(ProgressStyle.json.resolved(for: pipe, isQuiet: true, printsJSON: true) == .json)
    var dumb = terminal
    dumb.canRedraw = false
    #expect(ProgressStyle.auto.resolved(for: dumb, isQuiet: false, printsJSON: false) == .lines)
  }

  /// What a display writes for values a second apart.
  private func shown(_ style: ProgressStyle, _ fractions: [Double]) -> String {
    let recorder = Recorder()
    let clock = Mutex(0.0)
    let display = ProgressDisplay(
      style: style, console: recorder.console(),
      now: {
        clock.withLock { time in
          time += 1
          return time
        }
      })
    for fraction in fractions {
      display.show(CompressionProgress(phase: fraction < 1 ? .encoding : .finished, fraction: fraction))
    }
    display.finish()
    return recorder.error
  }

  @Test func `lines come every 5 seconds or 10 percent, the first and last always`() {
    let slow = stride(from: 0, to: 0.12, by: 0.01).map { $0 } + [1]
    #expect(shown(.lines, slow) == "Encoding 0 %\nEncoding 5 %\nEncoding 10 %\nDone 100 %\n")
    #expect(
      shown(.lines, [0, 0.05, 0.125, 0.2, 0.25, 1]) == "Encoding 0 %\nEncoding 12 %\nEncoding 25 %\nDone 100 %\n")
  }

  @Test func `the bar is cleared at the end`() {
    #expect(shown(.bar, [0, 0.5]).hasSuffix("\r\u{1B}[K"))
    #expect(shown(.bar, []) == "")
  }

  @Test func `JSON lines begin with 0 and end with 1`() {
    let lines = shown(.json, [0, 0.5, 1]).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains(#""fraction":0.0"#) == true)
    #expect(lines.last?.contains(#""fraction":1.0"#) == true)
  }
}
