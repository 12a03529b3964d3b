/// Bars of a measure, one for everyone who took part, with the range of the runs.
struct BarChart {
  /// What is shown, with its unit.
  let title: String
  /// The bars, in order.
  let bars: [Bar]
  /// A value as text.
  let format: (Double) -> String

  /// A bar.
  struct Bar {
    let label: String
    let value: Summary
    let isSubject: Bool
  }

  private static let width = 320.0
  private static let rowHeight = 42.0

  /// The drawing; empty without bars.
  var svg: String {
    guard let longest = bars.map(\.value.high).max(), longest > 0 else { return "" }
    let axis = Axis(0...longest, from: 0, to: Self.width - 86)
    var parts = [HTML.text(title, x: 0, y: 14, classes: "title")]
    for (index, bar) in bars.enumerated() {
      let top = 24 + Double(index) * Self.rowHeight
      let end = axis.position(bar.value.median)
      parts.append(HTML.text(bar.label, x: 0, y: top + 13, classes: "label"))
      parts.append(
        HTML.box(x: 0, y: top + 18, width: max(end, 1), height: 14, classes: bar.isSubject ? "bar ours" : "bar"))
      if bar.value.high > bar.value.low {
        let (low, high) = (axis.position(bar.value.low), axis.position(bar.value.high))
        parts.append(HTML.line(low, top + 25, high, top + 25, classes: "range"))
        for x in [low, high] { parts.append(HTML.line(x, top + 21, x, top + 29, classes: "range")) }
      }
      let right = max(end, axis.position(bar.value.high))
      parts.append(HTML.text(format(bar.value.median), x: right + 6, y: top + 30, classes: "value"))
    }
    let words = bars.map { "\($0.label) \(format($0.value.median))" }.joined(separator: ", ")
    return HTML.drawing(
      width: Self.width, height: 28 + Double(bars.count) * Self.rowHeight, label: "\(title): \(words)", parts)
  }
}
