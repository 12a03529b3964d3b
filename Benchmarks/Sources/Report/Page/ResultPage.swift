/// One HTML page with all that was found.
///
/// Everything is in the file: drawings as inline SVG, the style inline, no script, and a policy that forbids all requests.
struct ResultPage {
  let results: ResultFile

  /// The page.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Swage benchmarks, \(HTML.escaped(day))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    \(header)
    <main>
    \([overview, limits, caseSections, curves, micro, stamp].filter { !$0.isEmpty }.joined(separator: "\n"))
    </main>
    <footer>Made by <code>swage-bench</code>; the figures behind it are in <code>results.json</code>.</footer>
    </body>
    </html>

    """
  }

  private var day: String { String(results.stamp.date.prefix(10)) }
  private var cores: Int { results.stamp.machine.cores }
  private var measured: [CaseResult] { results.cases.filter { !$0.points.isEmpty } }

  // MARK: The whole

  private var header: String {
    let (stamp, machine) = (results.stamp, results.stamp.machine)
    let revision = stamp.revision.map { "revision \($0.prefix(10))\(stamp.isDirty ? " with changes" : "")" }
    let facts = [day, revision, machine.processor, "\(machine.cores) cores", "set “\(stamp.set)”"].compactMap(\.self)
    let warning =
      machine.wasBusy
      ? "<p class=\"warning\">The machine was busy when it began (load \(Figure.fixed(machine.loadBefore, decimals: 1)) on "
        + "\(machine.cores) cores), so the times aren't reliable.</p>" : ""
    return """
      <header>
      <h1>Swage benchmarks</h1>
      <p class="facts">\(HTML.escaped(facts.joined(separator: " · ")))</p>
      \(warning)
      <p>Each job was done by <code>swage</code> and by the programs that are installed, in pairs of runs that alternate in \
      order. Values are medians; thin lines show the range of the runs. Ratios are medians of the ratios within pairs.</p>
      </header>
      """
  }

  private var overview: String {
    let rows = measured.flatMap { result -> [RatioChart.Row] in
      guard result.points.count == 1, let point = result.points.first, let ours = point.ours else { return [] }
      return point.contenders.filter { !$0.isSubject }.compactMap { other in
        let limit = result.verdicts.first { $0.against == other.name && $0.measure == .wall }?.limit
        // A job of ours that differs in length isn't there to be as fast.
        guard limit != nil || !other.isOwn, let ratio = ours.ratio(.wall, to: other) else { return nil }
        return RatioChart.Row(label: result.name, other: other.name, ratio: ratio, limit: limit)
      }
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>Time against others</h2>
      <p>Wall-clock time of <code>swage</code> for a second of the other's: left of 1 it is faster. A short \
      upright bar is the limit; what exceeds it is red and has an exclamation mark.</p>
      <div class="wide" tabindex="0" role="region" aria-label="Ratios of time">\(RatioChart(rows: rows).svg)</div>
      </section>
      """
  }

  private var limits: String {
    let rows = results.cases.flatMap { result -> [[String]] in
      let name = HTML.escaped(result.name)
      if let failure = result.failure {
        return [[name, "runs", "", "", "<span class=\"over\">failed</span>", HTML.escaped(failure)]]
      }
      if let reason = result.skipped { return [[name, "", "", "", HTML.escaped(reason), ""]] }
      return result.verdicts.map { verdict in
        let unit = verdict.against == nil ? " s" : ""
        return [
          name, HTML.escaped(verdict.measure.rawValue + (verdict.against.map { " / \($0)" } ?? "")),
          verdict.found.map { Figure.fixed($0, decimals: 3) + unit } ?? "–", Figure.trimmed(verdict.limit) + unit,
          verdict.found == nil
            ? "not measured"
            : verdict.isExceeded ? "<span class=\"over\">exceeded</span>" : "<span class=\"kept\">kept</span>", "",
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    let hasRemarks = rows.contains { !$0[5].isEmpty }
    let columns = ["Case", "Measure", "Found", "Limit", "Verdict", "Remark"]
    let width = hasRemarks ? 6 : 5
    return """
      <section>
      <h2>Limits</h2>
      <p>\(count(.kept)) kept, \(count(.exceeded)) exceeded, \(count(.unknown)) not measured.</p>
      \(HTML.table("Limits", Array(columns.prefix(width)), rows.map { Array($0.prefix(width)) }))
      </section>
      """
  }

  private enum Keeping { case kept, exceeded, unknown }

  private func count(_ keeping: Keeping) -> Int {
    results.cases.flatMap(\.verdicts).count { verdict in
      (verdict.found == nil ? .unknown : verdict.isExceeded ? .exceeded : .kept) == keeping
    }
  }

  // MARK: Cases

  private var caseSections: String {
    let sections = measured.map { result in
      let tables = result.points.map { point -> String in
        let quality = result.points.count > 1 ? point.quality.map { "Quality \(Figure.trimmed($0))" } : nil
        return (quality.map { "<p class=\"note\">\($0)</p>" } ?? "") + figures(of: point)
      }
      let all = tables.joined(separator: "\n")
      // Several qualities are drawn as curves; bars and tables of each would be many. Alone, a bar says nothing.
      let isSweep = result.points.count > 1
      let hasBars = !isSweep && (result.points.first?.contenders.count ?? 0) > 1
      let bars = hasBars ? result.points.map(charts).joined() : ""
      return """
        <section>
        <h3>\(HTML.escaped(result.name))</h3>
        <p class="facts">\(HTML.escaped(result.job))</p>
        \(bars)
        \(isSweep ? "<details><summary>Figures of each quality</summary>\n\(all)\n</details>" : all)
        </section>
        """
    }
    let introduction = """
      <h2>Cases</h2>
      <p>Processor time is that of all cores together. Wall/least is the wall-clock time for a second of the least that is \
      possible, the processor time shared out over \(cores) cores: at 1 they were busy all the time. Similarity is that of \
      all frames to those of the source, scaled to the same size.</p>

      """
    return sections.isEmpty ? "" : introduction + sections.joined(separator: "\n")
  }

  private func charts(of point: PointResult) -> String {
    let measures: [(Measure, String, (Double) -> String)] = [
      (.wall, "Wall-clock time", Figure.duration), (.cpu, "Processor time", Figure.duration),
      (.memory, "Peak memory", Figure.memory),
    ]
    let drawings = measures.map { measure, title, format in
      BarChart(
        title: title,
        bars: point.contenders.compactMap { contender in
          contender.summary(measure).map {
            BarChart.Bar(label: contender.name, value: $0, isSubject: contender.isSubject)
          }
        }, format: format
      ).svg
    }
    return "<div class=\"charts\">\(drawings.filter { !$0.isEmpty }.joined(separator: "\n"))</div>"
  }

  private func figures(of point: PointResult) -> String {
    let rows = point.contenders.map { contender -> [String] in
      let similarity = contender.similarity
      let value = { (number: Double?, text: (Double) -> String) in number.map(text) ?? "–" }
      let fixed = { (decimals: Int) in { Figure.fixed($0, decimals: decimals) } }
      return [
        HTML.escaped(contender.name), value(contender.summary(.wall)?.median, Figure.duration),
        value(contender.summary(.cpu)?.median, Figure.duration),
        value(contender.summary(.memory)?.median, Figure.memory), value(contender.framesPerSecond, Figure.short),
        value(contender.wallOverLimit(cores: cores), fixed(2)), value(contender.bytes, Figure.data),
        value(similarity?.ssim, fixed(4)), value(similarity?.psnr, fixed(2)), value(similarity?.vmaf, fixed(1)),
        value(similarity?.xpsnr, fixed(2)), HTML.escaped(contender.note ?? ""),
      ]
    }
    let columns = [
      "", "Wall", "Processor", "Memory", "Frames/s", "Wall/least", "Size", "SSIM", "PSNR dB", "VMAF", "XPSNR dB",
      "Remark",
    ]
    let empty: Set = ["", "–"]
    let used = columns.indices.filter { column in column == 0 || rows.contains { !empty.contains($0[column]) } }
    return HTML.table("Figures", used.map { columns[$0] }, rows.map { row in used.map { row[$0] } })
  }

  // MARK: Parts and the machine

  private var micro: String {
    let rows = results.micro.compactMap { result in
      result.summary.map { summary in
        [
          HTML.escaped(result.name), HTML.escaped(result.work), Figure.duration(summary.median),
          "\(Figure.duration(summary.low)) to \(Figure.duration(summary.high))",
          Figure.duration(result.cpuSecondsPerTurn),
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section class="part">
      <h2>Parts of the library</h2>
      \(HTML.table("Parts of the library", ["Part", "A turn", "Wall", "Range", "Processor"], rows))
      </section>
      """
  }

  private var stamp: String {
    let (stamp, machine) = (results.stamp, results.stamp.machine)
    let facts = [
      ("Date", stamp.date), ("Revision", (stamp.revision ?? "unknown") + (stamp.isDirty ? ", with changes" : "")),
      ("Processor", machine.processor), ("Cores", "\(machine.cores)"),
      ("Memory", Figure.memory(machine.memoryBytes)), ("System", "\(machine.system), \(machine.kernel)"),
      ("Video units", machine.devices.isEmpty ? "none" : machine.devices.joined(separator: ", ")),
      ("Load before", Figure.fixed(machine.loadBefore, decimals: 2)),
    ]
    let rows = facts + stamp.versions.map { ($0.name, $0.version) }
    let table = HTML.table(
      "Machine and versions", ["", ""], rows.map { [HTML.escaped($0.0), HTML.escaped($0.1)] })
    return """
      <section class="words">
      <h2>Machine and versions</h2>
      \(table)
      </section>
      """
  }
}
