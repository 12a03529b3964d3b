import FoundationEssentials
import Swage

/// One HTML page to look at compared pictures: figures, and two versions at a time under a slider.
///
/// Everything is in the file: pictures as `data:` URLs, style and script inline, and a policy that forbids all requests. The
/// figures are there without the script, too; only moving the divide and choosing other versions need it.
struct ComparisonPage {
  /// The longer side of its pictures: wide enough for most windows, and a few hundred kilobytes each.
  static let previewLongSide = 1280

  let results: [ImageComparisonResult]
  let medians: [ImageComparison.Median]

  /// The page.
  var html: String {
    let pictures = results.enumerated().compactMap { number, result in
      result.comparison.map { picture($0, of: result, number: number + 1) }
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'">
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(Self.escaped(title))</h1>
      <p>Each picture in formats that are as similar to it as the first one in its table. SSIM is the structural \
      similarity of all planes, 1 for the same picture. Every format got the same samples; metadata is left out.</p>
      </header>
      <main>
      \(pictures.count > 1 ? summary : "")
      \(pictures.joined(separator: "\n"))
      </main>
      <footer>Made by <code>swage image --compare</code></footer>
      <script>
      \(Self.script)
      </script>
      </body>
      </html>

      """
  }

  private var title: String {
    let names = ImageFormat.allCases.filter { format in
      results.contains { $0.comparison?.version(format) != nil }
    }.map(ComparisonText.name)
    return "\(names.joined(separator: ", ")) at the same similarity"
  }

  private var summary: String {
    let rows = medians.map { median in
      """
      <tr data-format="\(median.format.rawValue)"\(Self.data("size-ratio", median.sizeRatio))>\
      <th scope="row">\(ComparisonText.name(median.format))</th><td>\(ComparisonText.ratio(median.sizeRatio))</td>\
      <td>\(ComparisonText.ratio(median.timeRatio))</td><td>\(median.pictures)</td></tr>
      """
    }
    return """
      <section class="medians">
      <h2>Medians against JPEG</h2>
      <div class="wide" tabindex="0" role="region" aria-label="Medians"><table>
      <thead><tr><th scope="col">Format</th><th scope="col">Size</th><th scope="col">Time</th>\
      <th scope="col">Pictures</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      </section>
      """
  }

  private func picture(_ comparison: ImageComparison, of result: ImageComparisonResult, number: Int) -> String {
    let source = comparison.source
    let name = Self.escaped(Printable.text(result.input))
    let facts = [
      "\(source.format.name), \(Format.bytes(source.bytes))", "compared at \(comparison.width) × \(comparison.height)",
      comparison.previews != nil && max(comparison.width, comparison.height) > Self.previewLongSide
        ? "shown with \(Self.previewLongSide) pixels on the longer side" : "",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
    return """
      <section class="picture">
      <h2>\(name)</h2>
      <p class="facts">\(facts)</p>
      \(viewer(comparison, name: name, number: number))
      \(figures(comparison))
      \(comparison.warnings.map { "<p class=\"note\">\(Self.escaped(Printable.text(Words.phrase($0))))</p>" }
        .joined(separator: "\n"))
      </section>
      """
  }

  // MARK: Pictures

  private func viewer(_ comparison: ImageComparison, name: String, number: Int) -> String {
    guard let previews = comparison.previews else { return "" }
    let names = ["Original"] + comparison.versions.map { ComparisonText.name($0.format) }
    let files = [previews.original] + previews.versions
    // JPEG on the left and the first other format on the right, where there are both.
    let jpeg = names.firstIndex(of: "JPEG") ?? 0
    let right = names.indices.first { $0 > 0 && $0 != jpeg } ?? 0
    let images = zip(names, files).enumerated().map { index, version in
      let side = index == jpeg ? " left" : index == right ? " right" : ""
      return """
        <img class="version\(side)" alt="\(name) as \(version.0)" width="\(comparison.width)" \
        height="\(comparison.height)" src="data:image/jpeg;base64,\(version.1.base64EncodedString())">
        """
    }
    let choice = { (side: String, chosen: Int) in
      let options = names.enumerated().map { index, name in
        "<option value=\"\(index)\"\(index == chosen ? " selected" : "")>\(name)</option>"
      }
      return "<label>\(side) <select data-side=\"\(side.lowercased())\">\(options.joined())</select></label>"
    }
    return """
      <div class="viewer" style="--at: 50%">
      <div class="choices">\(choice("Left", jpeg))\(choice("Right", right))</div>
      <div class="stage" style="--ratio: \(comparison.width) / \(comparison.height); --width: \(comparison.width)px">
      \(images.joined(separator: "\n"))
      <input type="range" min="0" max="100" step="0.5" value="50" aria-label="Where \(name) is divided between left and \
      right">
      <span class="divide" aria-hidden="true"></span>
      <span class="tag at-left" aria-hidden="true">\(names[jpeg])</span>
      <span class="tag at-right" aria-hidden="true">\(names[right])</span>
      </div>
      </div>
      """
  }

  // MARK: Figures

  private func figures(_ comparison: ImageComparison) -> String {
    let largest = comparison.versions.map(\.bytes).max() ?? 1
    let rows = comparison.versions.map { version in
      let cells = ComparisonText.cells(version, of: comparison)
      let share = Double(version.bytes) * 100 / Double(max(1, largest))
      return """
        <tr data-format="\(version.format.rawValue)" data-bytes="\(version.bytes)" data-similarity="\(version.similarity)" \
        data-quality="\(version.quality)" data-seconds="\(version.encodingSeconds)"\
        \(Self.data("size-ratio", comparison.sizeRatio(version.format)))>\
        <th scope="row">\(ComparisonText.name(version.format))</th>\
        <td class="size"><span class="bar" style="width: \(Format.fixed(share, decimals: 1))%"></span>\(cells[1])</td>\
        \(([cells[2], cells[4], cells[5], cells[0], cells[3]]).map { "<td>\($0)</td>" }.joined())</tr>
        """
    }
    let columns = ["Format", "Size", "vs JPEG", "SSIM", "Time", "Quality", "Bits/pixel"]
    return """
      <div class="wide" tabindex="0" role="region" aria-label="Figures"><table>
      <thead><tr>\(columns.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      \(comparison.versions.contains { !$0.isEqual } ? "<p class=\"note\">* can't be as similar as the first</p>" : "")
      """
  }

  private static func data(_ name: String, _ value: Double?) -> String { value.map { " data-\(name)=\"\($0)\"" } ?? "" }

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
}
