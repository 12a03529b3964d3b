/// Curves of rate and quality.
struct CurveChart {
  /// A curve.
  struct Curve {
    let label: String
    let points: [RatePoint]
  }

  /// What quality is measured in.
  let title: String
  /// The curves, in the order of their colors.
  let curves: [Curve]
  /// Decimals of a quality.
  let decimals: Int

  /// How many colors and shapes there are; further curves begin with the first again.
  static let styles = 6
  private static let width = 900.0
  private static let height = 380.0

  /// The drawing; empty without curves of two points.
  var svg: String {
    let points = curves.flatMap(\.points)
    guard let slowest = points.map(\.rate).min(), let fastest = points.map(\.rate).max(),
      let worst = points.map(\.quality).min(), let best = points.map(\.quality).max(),
      curves.contains(where: { $0.points.count > 1 })
    else { return "" }
    let margin = max((best - worst) * 0.06, 1e-6)
    let across = Axis(slowest * 0.93...fastest * 1.07, from: 60, to: Self.width - 16, isLogarithmic: true)
    let up = Axis((worst - margin)...(best + margin), from: Self.height - 44, to: 28)
    var parts = [HTML.text(title, x: 0, y: 14, classes: "title")]
    for tick in across.ticks {
      let x = across.position(tick)
      parts.append(HTML.line(x, 28, x, Self.height - 44, classes: "grid"))
      parts.append(HTML.text(Self.rate(tick), x: x, y: Self.height - 26, classes: "tick", anchor: "middle"))
    }
    for tick in up.ticks {
      let y = up.position(tick)
      parts.append(HTML.line(60, y, Self.width - 16, y, classes: "grid"))
      parts.append(HTML.text(Figure.fixed(tick, decimals: decimals), x: 52, y: y + 4, classes: "tick", anchor: "end"))
    }
    parts.append(
      HTML.text("bit rate of the whole file", x: Self.width - 16, y: Self.height - 6, classes: "tick", anchor: "end"))
    for (index, curve) in curves.enumerated() {
      let places = curve.points.sorted { $0.rate < $1.rate }
        .map { (x: across.position($0.rate), y: up.position($0.quality)) }
      let style = index % Self.styles
      let path = places.map { "\(HTML.number($0.x)),\(HTML.number($0.y))" }.joined(separator: " ")
      parts.append("<polyline points=\"\(path)\" class=\"curve c\(style)\"/>")
      parts += places.map { Self.mark(style, $0.x, $0.y) }
    }
    let labels = curves.map(\.label).joined(separator: ", ")
    return HTML.drawing(width: Self.width, height: Self.height, label: "\(title) over bit rate: \(labels)", parts)
  }

  /// Which mark belongs to which curve.
  var legend: String {
    let items = curves.enumerated().map { index, curve in
      let style = index % Self.styles
      let key =
        "<svg viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" aria-hidden=\"true\">"
        + "<line x1=\"0\" y1=\"7\" x2=\"28\" y2=\"7\" class=\"curve c\(style)\"/>\(Self.mark(style, 14, 7))</svg>"
      return "<li>\(key) \(HTML.escaped(curve.label))</li>"
    }
    return "<ul class=\"legend\">\(items.joined())</ul>"
  }

  /// A shape of its own for each color, for those who don't tell the colors apart.
  private static func mark(_ style: Int, _ x: Double, _ y: Double) -> String {
    let corners: [(Double, Double)]
    switch style {
    case 0: return "<circle cx=\"\(HTML.number(x))\" cy=\"\(HTML.number(y))\" r=\"4.5\" class=\"mark c0\"/>"
    case 1: corners = [(-4, -4), (4, -4), (4, 4), (-4, 4)]
    case 2: corners = [(0, -5.5), (5, 4), (-5, 4)]
    case 3: corners = [(0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)]
    case 4: corners = [(0, 5.5), (5, -4), (-5, -4)]
    default: corners = [(-5, -2), (5, -2), (5, 2), (-5, 2)]
    }
    let path = corners.map { "\(HTML.number(x + $0.0)),\(HTML.number(y + $0.1))" }.joined(separator: " ")
    return "<polygon points=\"\(path)\" class=\"mark c\(style)\"/>"
  }

  private static func rate(_ bitsPerSecond: Double) -> String {
    bitsPerSecond < 999_500
      ? "\(Figure.trimmed(bitsPerSecond / 1e3)) kbit/s" : "\(Figure.trimmed(bitsPerSecond / 1e6)) Mbit/s"
  }
}
