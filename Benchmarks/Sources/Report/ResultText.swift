/// Results as tables of text.
enum ResultText {
  /// A case, with a line for everyone who took part.
  static func text(of result: CaseResult, cores: Int) -> String {
    var lines = ["\(result.name): \(result.job)"]
    if let reason = result.skipped { return lines[0] + "\n  skipped: \(reason)\n" }
    if let failure = result.failure { return lines[0] + "\n  FAILED: \(failure)\n" }
    for point in result.points {
      if result.points.count > 1, let quality = point.quality { lines.append("  quality \(Figure.trimmed(quality))") }
      lines += table(of: point, cores: cores).map { "  " + $0 }
      for contender in point.contenders {
        if let note = contender.note { lines.append("  \(contender.name): \(note)") }
      }
    }
    for verdict in result.verdicts { lines.append("  " + text(of: verdict)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A limit and how it was kept.
  static func text(of verdict: Verdict) -> String {
    let what = "\(verdict.measure.rawValue)\(verdict.against.map { " / \($0)" } ?? "")"
    let unit = verdict.against == nil ? " s" : ""
    let found = verdict.found.map { Figure.fixed($0, decimals: 3) + unit } ?? "not measured"
    let word = verdict.found == nil ? "" : verdict.isExceeded ? ": EXCEEDED" : ": kept"
    return "limit \(what) \(Figure.trimmed(verdict.limit))\(unit), found \(found)\(word)"
  }

  /// Columns of a point: everyone's medians, and ours as ratios to theirs.
  static func table(of point: PointResult, cores: Int) -> [String] {
    var rows = [["", "wall", "range", "cpu", "memory", "fps", "wall/least", "bytes", "SSIM", "PSNR", "VMAF", "XPSNR"]]
    for contender in point.contenders {
      guard let wall = contender.summary(.wall) else { continue }
      let similarity = contender.similarity
      rows.append([
        contender.name, Figure.duration(wall.median), "\(Figure.duration(wall.low)) to \(Figure.duration(wall.high))",
        contender.summary(.cpu).map { Figure.duration($0.median) } ?? "-",
        contender.summary(.memory).map { Figure.memory($0.median) } ?? "-",
        contender.framesPerSecond.map(Figure.short) ?? "-",
        contender.wallOverLimit(cores: cores).map { Figure.fixed($0, decimals: 2) } ?? "-",
        contender.bytes.map(Figure.data) ?? "-", similarity?.ssim.map { Figure.fixed($0, decimals: 4) } ?? "-",
        similarity?.psnr.map { Figure.fixed($0, decimals: 2) } ?? "-",
        similarity?.vmaf.map { Figure.fixed($0, decimals: 1) } ?? "-",
        similarity?.xpsnr.map { Figure.fixed($0, decimals: 2) } ?? "-",
      ])
    }
    if let ours = point.ours {
      for other in point.contenders where !other.isSubject && !other.runs.isEmpty {
        let ratio = { (measure: Measure) in
          ours.ratio(measure, to: other).map { "x" + Figure.fixed($0.median, decimals: 3) } ?? "-"
        }
        let range = ours.ratio(.wall, to: other).map {
          "x\(Figure.fixed($0.low, decimals: 2)) to \(Figure.fixed($0.high, decimals: 2))"
        }
        rows.append([
          "/ \(other.name)", ratio(.wall), range ?? "-", ratio(.cpu), ratio(.memory), "", "", ratio(.bytes), "", "", "",
          "",
        ])
      }
    }
    // A column that nobody has anything in says nothing.
    let empty: Set = ["", "-"]
    let columns = rows[0].indices.filter { column in
      column == 0 || rows.dropFirst().contains { !empty.contains($0[column]) }
    }
    return aligned(rows.map { row in columns.map { row[$0] } })
  }

  /// The parts of the library.
  static func text(of micro: [MicroResult]) -> String {
    guard !micro.isEmpty else { return "" }
    let rows = micro.compactMap { result in
      result.summary.map {
        [
          result.name, Figure.duration($0.median), "\(Figure.duration($0.low)) to \(Figure.duration($0.high))",
          Figure.duration(result.cpuSecondsPerTurn), "\(result.turns)",
        ]
      }
    }
    let table = aligned([["part of the library", "wall a turn", "range", "cpu a turn", "turns"]] + rows)
    return table.joined(separator: "\n") + "\n"
  }

  /// Two files held against each other.
  static func text(of comparison: Comparison) -> String {
    let rows = comparison.lines.map { line in
      let change = line.old > 0 ? Figure.fixed((line.new / line.old - 1) * 100, decimals: 1) + " %" : "-"
      return [
        line.name, line.measure, Figure.precise(line.old), Figure.precise(line.new), change,
        line.verdict == .regressed ? "REGRESSED" : line.verdict.rawValue,
      ]
    }
    let table = aligned([["", "", "old", "new", "change", ""]] + rows)
    return (table + comparison.notes).joined(separator: "\n") + "\n"
  }

  /// Columns as wide as their widest cell: words to the left, figures to the right.
  static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      let line = cells.joined(separator: "  ")
      return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
    }
  }
}
