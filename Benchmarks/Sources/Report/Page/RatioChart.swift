/// Ratios to others around a line at 1, with the range of the pairs and the limit.
struct RatioChart {
  /// A line of it.
  struct Row {
    let label: String
    let other: String
    let ratio: Summary
    let limit: Double?
  }

  /// The lines, in order.
  let rows: [Row]

  private static let width = 900.0
  private static let rowHeight = 38.0

  /// The drawing; empty without lines.
  var svg: String {
    guard !rows.isEmpty else { return "" }
    let values = rows.flatMap { row -> [Double] in [row.ratio.low, row.ratio.high, row.limit ?? 1, 1] }
    let low = (values.min() ?? 1) * 0.93
    let high = (values.max() ?? 1) * 1.07
    let axis = Axis(low...high, from: 310, to: Self.width - 64, isLogarithmic: true)
    let bottom = 16 + Double(rows.count) * Self.rowHeight
    let ticks = Self.ticks.filter { (low...high).contains($0) }
    var parts = ticks.flatMap { tick in
      [
        HTML.line(axis.position(tick), 10, axis.position(tick), bottom, classes: tick == 1 ? "one" : "grid"),
        HTML.text(Figure.trimmed(tick), x: axis.position(tick), y: bottom + 16, classes: "tick", anchor: "middle"),
      ]
    }
    for (index, row) in rows.enumerated() {
      let y = 10 + (Double(index) + 0.5) * Self.rowHeight
      parts.append(HTML.text(row.label, x: 0, y: y - 1, classes: "label"))
      parts.append(HTML.text("against \(row.other)", x: 0, y: y + 12, classes: "tick"))
      parts.append(
        HTML.line(axis.position(row.ratio.low), y, axis.position(row.ratio.high), y, classes: "range ours"))
      if let limit = row.limit {
        let x = axis.position(limit)
        parts.append(HTML.line(x, y - 9, x, y + 9, classes: "limit"))
      }
      let isOver = row.limit.map { row.ratio.median > $0 } ?? false
      parts.append(
        "<circle cx=\"\(HTML.number(axis.position(row.ratio.median)))\" cy=\"\(HTML.number(y))\" r=\"5\" "
          + "class=\"dot\(isOver ? " over" : "")\"/>")
      parts.append(
        HTML.text(
          Figure.fixed(row.ratio.median, decimals: 2) + (isOver ? " !" : ""), x: Self.width, y: y + 4, classes: "value",
          anchor: "end"))
    }
    let words = rows.map { "\($0.label) against \($0.other) \(Figure.fixed($0.ratio.median, decimals: 2))" }
    return HTML.drawing(
      width: Self.width, height: bottom + 22, label: "Ratios of wall-clock time: \(words.joined(separator: ", "))",
      parts)
  }

  private static let ticks = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.7, 2, 3, 5, 10, 20, 50, 100,
  ]
}
