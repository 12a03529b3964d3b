extension ResultPage {
  /// Curves of cases that were done at several qualities: those with the same source and size in one drawing.
  var curves: String {
    let sections = groups.map { group -> String in
      let drawings = Self.qualities.compactMap { quality -> String? in
        let curves = group.curves(of: quality.value)
        let chart = CurveChart(title: quality.title, curves: curves, decimals: quality.decimals)
        guard !chart.svg.isEmpty else { return nil }
        return """
          <div class="wide" tabindex="0" role="region" aria-label="\(quality.title)">\(chart.svg)</div>
          \(chart.legend)
          \(Self.deltas(of: curves, quality.title))
          """
      }
      return drawings.isEmpty ? "" : "<h3>\(HTML.escaped(group.title))</h3>\n" + drawings.joined(separator: "\n")
    }.filter { !$0.isEmpty }
    guard !sections.isEmpty else { return "" }
    return """
      <section>
      <h2>Rate and quality</h2>
      <p>What a bit rate buys: a curve further up and to the left is better. The table says how many more or fewer bits a \
      curve takes on average for the same quality as the first one (Bjøntegaard's delta).</p>
      \(sections.joined(separator: "\n"))
      </section>
      """
  }

  private static let qualities: [(title: String, decimals: Int, value: @Sendable (Similarity) -> Double?)] = [
    ("VMAF", 0, { $0.vmaf }), ("XPSNR in dB", 1, { $0.xpsnr }), ("SSIM", 3, { $0.ssim }),
    ("PSNR in dB", 1, { $0.psnr }),
  ]

  /// Cases whose results are compared with the same pictures.
  private struct Group {
    let title: String
    var cases: [CaseResult]

    func curves(of quality: (Similarity) -> Double?) -> [CurveChart.Curve] {
      cases.flatMap { result in
        let names = result.points.first?.contenders.map(\.name) ?? []
        return names.map { name in
          let points = result.points.compactMap { point -> RatePoint? in
            guard let contender = point.contenders.first(where: { $0.name == name }), let bytes = contender.bytes,
              let seconds = point.seconds, seconds > 0, let value = contender.similarity.flatMap(quality)
            else { return nil }
            return RatePoint(rate: bytes * 8 / seconds, quality: value)
          }
          return CurveChart.Curve(label: "\(result.name), \(name)", points: points)
        }
      }.filter { $0.points.count > 1 }
    }
  }

  private var groups: [Group] {
    results.cases.filter { $0.points.count > 1 }.reduce(into: []) { groups, result in
      if let index = groups.firstIndex(where: { $0.title == result.reference }) {
        groups[index].cases.append(result)
      } else {
        groups.append(Group(title: result.reference, cases: [result]))
      }
    }
  }

  private static func deltas(of curves: [CurveChart.Curve], _ title: String) -> String {
    guard let reference = curves.first, curves.count > 1 else { return "" }
    let rows = curves.dropFirst().map { curve in
      let delta = BjontegaardDelta.rate(of: curve.points, against: reference.points)
      let text = delta.map { ($0 > 0 ? "+" : "") + Figure.fixed($0 * 100, decimals: 1) + " %" }
      return [HTML.escaped(curve.label), text ?? "no qualities in common"]
    }
    return HTML.table("Difference in rate by \(title)", ["", "Rate against \(reference.label)"], rows)
  }
}
