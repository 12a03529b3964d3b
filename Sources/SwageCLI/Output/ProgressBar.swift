import Swage

/// One line that shows how far a job is, cut to a terminal's width.
enum ProgressBar {
  /// Goes to the start of the line and clears it.
  static let redraw = "\r\u{1B}[K"

  /// The line, at most so many characters wide.
  static func text(_ progress: CompressionProgress, columns: Int, terminal: Console.Terminal) -> String {
    let fraction = min(1, max(0, progress.fraction))
    var head = ProgressLine.name(of: progress)
    // Padded, so that the bar doesn't jump when the phase changes.
    head += String(repeating: " ", count: max(0, 10 - head.count))
    head += " " + leftPadded("\(Int(fraction * 100)) %", to: 5)
    guard head.count <= columns else { return String(head.prefix(max(0, columns))) }

    // Each fact takes its place only if the ones before it, and a small bar, leave it room.
    var tail = ""
    for fact in ProgressLine.facts(of: progress)
    where head.count + 2 + smallestBar + tail.count + 2 + fact.count <= columns {
      tail += "  " + fact
    }
    let room = columns - head.count - 2 - tail.count
    guard room >= smallestBar else { return head + tail }
    return head + "  " + bar(fraction, cells: min(room, largestBar), terminal: terminal) + tail
  }

  private static let smallestBar = 6
  private static let largestBar = 30

  private static func bar(_ fraction: Double, cells: Int, terminal: Console.Terminal) -> String {
    let filled = Int(fraction * Double(cells))
    let (full, empty) = terminal.usesUnicode ? ("█", "░") : ("#", "-")
    let done = String(repeating: full, count: filled)
    let rest = String(repeating: empty, count: cells - filled)
    return terminal.usesColor ? "\u{1B}[32m\(done)\u{1B}[0m\u{1B}[2m\(rest)\u{1B}[0m" : done + rest
  }

  private static func leftPadded(_ text: String, to count: Int) -> String {
    String(repeating: " ", count: max(0, count - text.count)) + text
  }
}

/// The words of a progress line.
enum ProgressLine {
  /// The whole line, such as `Encoding 45 %, ETA 0:00:12, 29 fps, 0.98x, about 12.1 MB`.
  static func text(_ progress: CompressionProgress) -> String {
    let percent = "\(Int(min(1, max(0, progress.fraction)) * 100)) %"
    return ([name(of: progress) + " " + percent] + facts(of: progress)).joined(separator: ", ")
  }

  /// What the job is doing, and the number of the attempt after the first.
  static func name(of progress: CompressionProgress) -> String {
    let phase =
      switch progress.phase {
      case .probing: "Reading"
      case .surveying: "Looking"
      case .encoding: "Encoding"
      case .verifying: "Checking"
      case .publishing: "Publishing"
      case .finished: "Done"
      }
    return progress.attempt > 1 && progress.phase == .encoding ? "\(phase) (\(progress.attempt))" : phase
  }

  /// What is known, the most important first.
  static func facts(of progress: CompressionProgress) -> [String] {
    guard progress.phase != .finished else { return [] }
    return [
      progress.remainingSeconds.map { "ETA " + Format.remaining($0) },
      progress.framesPerSecond.map { Format.fixed($0, decimals: $0 < 10 ? 1 : 0) + " fps" },
      progress.speed.map { Format.fixed($0, decimals: $0 < 10 ? 2 : 0) + "x" },
      progress.projectedBytes.map { "about " + Format.bytes($0) },
    ].compactMap { $0 }
  }
}
