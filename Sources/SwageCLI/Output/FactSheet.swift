/// Text in two columns, names and values, under headings.
struct FactSheet {
  private enum Row {
    case heading(String)
    case fact(name: String, value: String)
    case blank
  }
  private var rows: [Row] = []
  private let indent: String

  /// Makes an empty sheet whose facts stand so many spaces from the left.
  init(indent: Int = 0) { self.indent = String(repeating: " ", count: indent) }

  /// Whether nothing has been added.
  var isEmpty: Bool { rows.isEmpty }

  /// Adds a line over the facts that follow, after a blank line.
  mutating func heading(_ text: String) {
    if !rows.isEmpty { rows.append(.blank) }
    rows.append(.heading(Printable.text(text)))
  }

  /// Adds a blank line.
  mutating func blank() { rows.append(.blank) }

  /// Adds a fact; without a value, nothing.
  mutating func add(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    rows.append(.fact(name: Printable.text(name), value: Printable.text(value)))
  }

  /// Adds several values under one name.
  mutating func add(_ name: String, _ values: [String]) {
    for (position, value) in values.enumerated() { add(position == 0 ? name : "", value) }
  }

  /// The text, ending in a line feed; empty when nothing has been added.
  var text: String {
    let names = rows.compactMap { row in
      if case .fact(let name, _) = row { name.count } else { nil }
    }
    // A very long name stands by itself; it doesn't push all values to the right.
    let width = min(names.max() ?? 0, 26)
    return rows.map { row in
      switch row {
      case .blank: ""
      case .heading(let text): text
      case .fact(let name, let value):
        indent + name + String(repeating: " ", count: max(0, width - name.count)) + "  " + value
      }
    }.map { $0 + "\n" }.joined()
  }
}
