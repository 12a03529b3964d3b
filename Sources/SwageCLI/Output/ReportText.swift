import Swage

/// What happened in a job, for people.
enum ReportText {
  /// The text after a job that ended well.
  ///
  /// - Parameters:
  ///   - report: What happened.
  ///   - isVerbose: Whether to add every decision, attempt and check.
  static func render(_ report: CompressionReport, isVerbose: Bool) -> String {
    var sheet = FactSheet()
    for line in title(of: report) { sheet.heading(line) }
    sheet.blank()
    addFiles(report, to: &sheet)
    sheet.add("HDR", report.hdr.map(Words.outcome))
    StreamText.add(report, isVerbose: isVerbose, to: &sheet)
    if let verification = report.verification {
      let passed = verification.checks.count { $0.passed }
      sheet.add("Checks", "\(passed) of \(verification.checks.count) passed (\(verification.level.rawValue))")
    }
    sheet.add("Warning", report.warnings.map(Words.phrase))
    if isVerbose { addDetails(report, to: &sheet) }
    return sheet.text
  }

  /// What is known of a job that failed: the checks that failed, and with `-v` every decision and attempt.
  static func renderFailure(_ report: CompressionReport, isVerbose: Bool) -> String {
    var sheet = FactSheet(indent: 2)
    let failed = report.verification?.checks.filter { !$0.passed } ?? []
    sheet.add("Failed check", failed.map(check))
    if isVerbose { addDetails(report, to: &sheet) }
    return sheet.text
  }

  private static func title(of report: CompressionReport) -> [String] {
    let source = report.source.map { FileNames.short($0.path) } ?? "the source"
    let output = report.output.map { FileNames.short($0.path) }
    switch report.outcome {
    case .compressed: return ["Compressed \(source) → \(output ?? "")"]
    case .salvaged: return ["Salvaged the readable part of \(source) → \(output ?? "")"]
    case .failed: return ["Failed: \(source)"]
    case .keptSource:
      guard let output, output != source else {
        return ["Kept the source, because no result was smaller: \(source) is as it was"]
      }
      let isCopy = report.output?.bytes == report.source?.bytes
      return [
        "Kept the source, because no result was smaller: \(source) → \(output)"
          + (isCopy ? " is a plain copy" : " holds the same pictures")
      ]
    }
  }

  private static func addFiles(_ report: CompressionReport, to sheet: inout FactSheet) {
    guard let source = report.source else { return }
    let output = report.output ?? source
    let change = report.outcome == .keptSource ? "" : " (\(Format.change(from: source.bytes, to: output.bytes)))"
    sheet.add("Size", arrow(Format.bytes(source.bytes), Format.bytes(output.bytes)) + change)
    sheet.add("Length", arrow(Format.duration(source.duration), Format.duration(output.duration)))
    if let before = source.video, let after = output.video {
      sheet.add("Picture", arrow(Words.film(before), Words.film(after)))
    }
    if report.outcome == .keptSource {
      sheet.add("Tried", report.attempts.filter { $0.result != .skipped }.map(attempt))
      return
    }
    if let encoder = report.encoder {
      let place = [report.backend?.rawValue, report.device].compactMap { $0 }.joined(separator: ", ")
      sheet.add("Encoder", place.isEmpty ? encoder : "\(encoder) (\(place))")
    }
    guard let analytics = report.analytics else { return }
    var time = [Format.duration(analytics.processingTime)]
    if analytics.framesPerSecond > 0 { time.append(Format.trimmed(analytics.framesPerSecond, decimals: 1) + " fps") }
    if analytics.processingTime > 0 {
      time.append(Format.fixed(output.duration / analytics.processingTime, decimals: 2) + "x")
    }
    sheet.add("Time", time.joined(separator: ", "))
  }

  private static func addDetails(_ report: CompressionReport, to sheet: inout FactSheet) {
    section("Decisions", report.decisions.map { ($0.what, Words.because($0.choice, $0.reason)) }, in: &sheet)
    section("Attempts", report.attempts.enumerated().map { ("\($0.offset + 1)", attempt($0.element)) }, in: &sheet)
    section(
      "Checks", report.verification?.checks.map { ($0.passed ? "passed" : "FAILED", check($0)) } ?? [], in: &sheet)
  }

  private static func section(_ title: String, _ facts: [(String, String)], in sheet: inout FactSheet) {
    guard !facts.isEmpty else { return }
    sheet.heading(title)
    for fact in facts { sheet.add(fact.0, fact.1) }
  }

  private static func attempt(_ attempt: CompressionReport.Attempt) -> String {
    let device = attempt.device.map { " on \($0)" } ?? ""
    let what = attempt.encoder.map { $0 + device } ?? "copy of the film's packets"
    return Words.because("\(what) \(attempt.result.rawValue)", attempt.reason)
  }

  private static func check(_ check: Verification.Check) -> String {
    let name = check.name
    return check.expected == check.found
      ? "\(name): \(check.found)" : "\(name): expected \(check.expected), found \(check.found)"
  }

  private static func arrow(_ before: String, _ after: String) -> String {
    before == after ? after : "\(before) → \(after)"
  }
}
