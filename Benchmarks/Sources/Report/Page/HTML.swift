/// Pieces of HTML and SVG.
enum HTML {
  /// Text that can stand between tags and in quoted attributes.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }

  /// A table with a line of headings, in a region that scrolls by itself on narrow screens.
  ///
  /// - Parameters:
  ///   - label: What the region is called to those who don't see it.
  ///   - header: The headings.
  ///   - rows: The cells, which are HTML already.
  static func table(_ label: String, _ header: [String], _ rows: [[String]]) -> String {
    let heading = header.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
    let lines = rows.map { row in
      "<tr>"
        + row.enumerated().map { index, cell in
          index == 0 ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
        }.joined() + "</tr>"
    }
    return """
      <div class="wide" tabindex="0" role="region" aria-label="\(escaped(label))"><table>
      <thead><tr>\(heading)</tr></thead>
      <tbody>
      \(lines.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  /// A text in a drawing.
  static func text(_ text: String, x: Double, y: Double, classes: String = "", anchor: String = "start") -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\""
      + (classes.isEmpty ? "" : " class=\"\(classes)\"") + ">\(escaped(text))</text>"
  }

  /// A straight line in a drawing.
  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, classes: String) -> String {
    "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" class=\"\(classes)\"/>"
  }

  /// A rectangle in a drawing.
  static func box(x: Double, y: Double, width: Double, height: Double, classes: String) -> String {
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(max(width, 0)))\" height=\"\(number(height))\" "
      + "rx=\"2\" class=\"\(classes)\"/>"
  }

  /// A drawing of a size in pixels, with what it shows in words.
  static func drawing(width: Double, height: Double, label: String, _ parts: [String]) -> String {
    """
    <svg viewBox="0 0 \(number(width)) \(number(height))" width="\(number(width))" height="\(number(height))" role="img" \
    aria-label="\(escaped(label))">
    \(parts.joined(separator: "\n"))
    </svg>
    """
  }

  /// A coordinate with at most one decimal.
  static func number(_ value: Double) -> String { Figure.trimmed(value, decimals: 1) }
}
