/// Finds what a person meant by a word that doesn't exist.
public enum Suggestion {
  /// The candidate nearest to a word, if one is near enough to be a slip of the fingers or the word's whole.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = word.lowercased()
    guard !typed.isEmpty else { return nil }
    let allowed = max(1, typed.count / 3)
    let ranked = candidates.map { ($0, distance(typed, $0.lowercased())) }
    if let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= allowed { return best.0 }
    let longer = candidates.filter { $0.lowercased().hasPrefix(typed) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// The number of letters to insert, delete, replace or swap with their neighbor (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left)
    let b = Array(right)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
