import Capabilities
import Media
import VideoCompression

/// Jobs in words.
enum Description {
  /// What a case does.
  static func text(of benchmark: BenchmarkCase) -> String {
    if case .start = benchmark.job { return text(of: benchmark.job) }
    let own = benchmark.against.map { "; against \($0.name): \(text(of: $0.job)) of '\($0.input)'" }.joined()
    return "\(text(of: benchmark.job)) of '\(benchmark.input)'\(own)"
  }

  /// The pictures that results of a case are held against.
  static func reference(of benchmark: BenchmarkCase) -> String {
    guard case .film(let film) = benchmark.job, let size = film.size else { return "'\(benchmark.input)'" }
    return "'\(benchmark.input)' at \(size)"
  }

  /// What a job does.
  static func text(of job: Job) -> String {
    switch job {
    case .film(let film): text(of: film)
    case .pictures(let quality): "HEIC at quality \(Figure.trimmed(quality))"
    case .inspect: "facts"
    case .start(let arguments): "swage \(arguments.joined(separator: " "))"
    }
  }

  private static func text(of film: FilmJob) -> String {
    let encoder =
      switch (film.backend, film.codec) {
      case (.software, .h264): "x264"
      case (.software, .hevc): "x265"
      default: "\(film.codec.rawValue) by \(film.backend.rawValue)"
      }
    let qualities = film.qualities.map { Figure.trimmed($0) }
    return [
      film.trim.map { "\(Figure.trimmed($0.start)) to \(Figure.trimmed($0.end)) s" },
      film.mapsTones ? "tone mapping" : nil, film.size.map { "scaled to \($0)" },
      "\(encoder) \(film.speed.rawValue)", "\(film.depth) bits",
      qualities.count == 1 ? "quality \(qualities[0])" : "qualities \(qualities.joined(separator: ", "))",
    ].compactMap(\.self).joined(separator: ", ")
  }
}
