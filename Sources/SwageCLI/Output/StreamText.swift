import Swage

/// What became of each stream of the source, for people.
enum StreamText {
  /// Adds the streams beside the film; of a kept source only what was left out, unless everything is asked for.
  static func add(_ report: CompressionReport, isVerbose: Bool, to sheet: inout FactSheet) {
    let others = report.streams.filter { isVerbose || !isFilm($0) }
    let kept = others.filter { $0.action != .dropped && (isVerbose || report.outcome != .keptSource) }
    for kind in [StreamKind.video, .audio, .subtitle, .data, .attachment] {
      sheet.add(Words.kind(kind), kept.filter { $0.kind == kind }.map { line($0, of: report) })
    }
    sheet.add(
      "Left out",
      others.filter { $0.action == .dropped }.map { stream in
        let name = "#\(stream.index) \(Words.kind(stream.kind).lowercased()) \(facts(stream, of: report))"
        return Words.because(name, stream.reason)
      })
  }

  private static func isFilm(_ stream: CompressionReport.StreamOutcome) -> Bool {
    stream.kind == .video && stream.action == .encoded
  }

  private static func line(_ stream: CompressionReport.StreamOutcome, of report: CompressionReport) -> String {
    var text = "#\(stream.index) \(facts(stream, of: report))"
    if stream.action == .encoded, let result = resultingSound(of: stream, in: report) {
      text += " → \(Words.sound(result))"
    }
    return Words.because("\(text) \(stream.action.rawValue)", stream.reason)
  }

  /// What the stream was in the source: all facts of a sound track, the codec's name of another.
  private static func facts(_ stream: CompressionReport.StreamOutcome, of report: CompressionReport) -> String {
    let sounds = report.streams.filter { $0.kind == .audio }
    guard let tracks = report.source?.audio, tracks.count == sounds.count,
      let position = sounds.firstIndex(of: stream)
    else { return [Words.codec(stream.codec), stream.language].compactMap { $0 }.joined(separator: ", ") }
    return Words.sound(tracks[position])
  }

  private static func resultingSound(
    of stream: CompressionReport.StreamOutcome, in report: CompressionReport
  ) -> FileSummary.Audio? {
    let sounds = report.streams.filter { $0.kind == .audio && $0.action != .dropped && $0.mixedInto == nil }
    guard let tracks = report.output?.audio, tracks.count == sounds.count else { return nil }
    return sounds.firstIndex(of: stream).map { tracks[$0] }
  }
}
