import Swage

/// What happened to pictures, for people.
enum ImageText {
  /// The text after a picture.
  static func render(_ report: ImageReport, isVerbose: Bool) -> String {
    var sheet = FactSheet()
    guard let source = report.source, let output = report.output else { return "" }
    let (before, after) = (FileNames.short(source.path ?? ""), FileNames.short(output.path ?? ""))
    switch report.outcome {
    case .keptSource: sheet.heading("Kept the source, because no result was smaller: \(before) → \(after)")
    case .compressed, .failed: sheet.heading("Compressed \(before) → \(after)")
    }
    sheet.add(
      "Size",
      "\(Format.bytes(source.bytes)) → \(Format.bytes(output.bytes)) "
        + "(\(Format.change(from: source.bytes, to: output.bytes)))")
    sheet.add("Picture", arrow(words(source), words(output)))
    if let similarity = report.similarity {
      sheet.add("Similarity", "\(Format.fixed(similarity, decimals: 4)) (SSIM)")
    }
    if let encoder = report.encoder, report.backend?.isHardware == true {
      sheet.add("Encoder", [encoder, report.device].compactMap(\.self).joined(separator: " on "))
    }
    if report.outcome == .compressed {
      let encoding = Format.fixed(report.seconds.encoding, decimals: 2)
      sheet.add("Time", "\(Format.fixed(report.seconds.total, decimals: 2)) s, \(encoding) s of it to encode")
    }
    sheet.add("Warning", report.warnings.map(Words.phrase))
    if isVerbose { addDetails(report, to: &sheet) }
    return sheet.text
  }

  /// The text after several pictures.
  static func render(_ summary: ImageSummary) -> String {
    var counts = ["\(summary.compressed) compressed"]
    if summary.kept > 0 { counts.append("\(summary.kept) kept") }
    if summary.failed > 0 { counts.append("\(summary.failed) failed") }
    return "\nOf \(Words.count(summary.pictures, "picture")): \(counts.joined(separator: ", ")); "
      + "\(Format.bytes(summary.originalBytes)) → \(Format.bytes(summary.outputBytes)) "
      + "(\(Format.change(from: summary.originalBytes, to: summary.outputBytes)))\n"
  }

  private static func words(_ picture: ImageDescription) -> String {
    var text = "\(picture.format.name) \(picture.displayWidth)x\(picture.displayHeight)"
    if picture.bitDepth != 8 { text += ", \(picture.bitDepth) bits" }
    if picture.hdr != .sdr { text += ", \(Words.hdr(picture.hdr))" }
    if let profile = picture.colorProfile { text += ", \(profile)" }
    return text
  }

  private static func addDetails(_ report: ImageReport, to sheet: inout FactSheet) {
    if !report.parts.isEmpty { sheet.heading("Parts") }
    for part in report.parts {
      let name = part.name.map { "\(part.kind.rawValue) (\($0))" } ?? part.kind.rawValue
      sheet.add(name, Words.because(part.action.rawValue, part.reason))
    }
    if !report.decisions.isEmpty { sheet.heading("Decisions") }
    for decision in report.decisions { sheet.add(decision.what, Words.because(decision.choice, decision.reason)) }
    if report.attempts.count > 1 { sheet.heading("Attempts") }
    for attempt in report.attempts where report.attempts.count > 1 {
      let name = [attempt.encoder ?? attempt.backend?.rawValue, attempt.device].compactMap(\.self)
      sheet.add(name.joined(separator: " on "), Words.because(attempt.result.rawValue, attempt.reason))
    }
    let checks = report.verification?.checks ?? []
    if !checks.isEmpty { sheet.heading("Checks") }
    for check in checks {
      let found = check.expected == check.found ? check.found : "expected \(check.expected), found \(check.found)"
      sheet.add(check.passed ? "passed" : "FAILED", "\(check.name): \(found)")
    }
  }

  private static func arrow(_ before: String, _ after: String) -> String {
    before == after ? after : "\(before) → \(after)"
  }
}
