import Swage

/// Formats compared, for people.
enum ComparisonText {
  private static let titles = ["", "Quality", "Size", "vs JPEG", "Bits/pixel", "SSIM", "Encoding"]

  /// The table of one picture.
  static func render(_ comparison: ImageComparison) -> String {
    let source = comparison.source
    var text =
      Printable.text(
        "\(FileNames.short(source.path ?? "")): \(source.format.name) \(source.displayWidth)x\(source.displayHeight), "
          + "\(Format.bytes(source.bytes)), compared at \(comparison.width)x\(comparison.height)") + "\n"
    text += table([titles] + comparison.versions.map { row($0, of: comparison) })
    if let first = comparison.versions.first, comparison.versions.contains(where: { !$0.isEqual }) {
      text += "  * can't be as similar as \(name(first.format)) is here\n"
    }
    for warning in comparison.warnings { text += "  \(Printable.text(Words.phrase(warning)))\n" }
    return text
  }

  /// The table after several pictures.
  static func render(_ medians: [ImageComparison.Median]) -> String {
    let rows = medians.map { median in
      [
        name(median.format), ratio(median.sizeRatio), ratio(median.timeRatio), "\(median.pictures)",
      ]
    }
    return "\nMedians against JPEG at equal similarity\n" + table([["", "Size", "Encoding", "Pictures"]] + rows)
  }

  /// The cells of a version, which the page has, too.
  static func cells(_ version: ImageComparison.Version, of comparison: ImageComparison) -> [String] {
    [
      "\(Format.fixed(version.quality, decimals: 3)) (\(version.encoderQuality))", Format.bytes(version.bytes),
      ratio(comparison.sizeRatio(version.format)), Format.fixed(version.bitsPerPixel, decimals: 2),
      Format.fixed(version.similarity, decimals: 4) + (version.isEqual ? "" : " *"),
      "\(Format.fixed(version.encodingSeconds, decimals: 2)) s",
    ]
  }

  /// The name of a format, for people.
  static func name(_ format: ImageFormat) -> String { format.rawValue.uppercased() }

  /// A ratio, for people.
  static func ratio(_ value: Double?) -> String { value.map { Format.fixed($0, decimals: $0 < 10 ? 2 : 0) } ?? "–" }

  private static func row(_ version: ImageComparison.Version, of comparison: ImageComparison) -> [String] {
    [name(version.format)] + cells(version, of: comparison)
  }

  private static func table(_ rows: [[String]]) -> String {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }
      return "  " + cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
