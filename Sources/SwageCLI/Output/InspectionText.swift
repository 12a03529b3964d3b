import Swage

/// What a look at a file tells, for people.
enum InspectionText {
  /// The text of `swage inspect`.
  static func render(_ source: SourceDescription) -> String {
    var sheet = FactSheet(indent: 2)
    addFile(source, to: &sheet)
    let order: [StreamDescription.Role] = [.film, .sound, .subtitle]
    let main = order.flatMap { role in source.streams.filter { $0.role == role } }
    let others = source.streams.filter { !order.contains($0.role) }
    for stream in main + others { StreamFacts.add(stream, to: &sheet) }
    if !source.chapters.isEmpty { sheet.heading("Chapters") }
    for chapter in source.chapters {
      sheet.add(
        Format.duration(chapter.start), "to \(Format.duration(chapter.end))" + (chapter.title.map { "  \($0)" } ?? ""))
    }
    if !source.metadata.isEmpty { sheet.heading("Tags") }
    for (name, value) in source.metadata.sorted(by: { $0.key < $1.key }) { sheet.add(name, value) }
    sheet.heading("Damage")
    if source.damage.isEmpty { sheet.add("None", "every packet could be read") }
    for damage in source.damage { sheet.add(name(of: damage), words(for: damage)) }
    return sheet.text
  }

  private static func addFile(_ source: SourceDescription, to sheet: inout FactSheet) {
    sheet.heading("File")
    sheet.add("Path", FileNames.short(source.path))
    let brand = source.container.majorBrand.map { " (brand '\($0)')" } ?? ""
    sheet.add("Format", source.container.longName + brand)
    sheet.add("Index", source.container.indexFirst.map { $0 ? "before the media data" : "after the media data" })
    sheet.add("Size", "\(Format.bytes(source.byteCount)) (\(source.byteCount) bytes)")
    sheet.add("Length", Format.duration(source.duration))
    sheet.add("Starts at", source.startTime == 0 ? nil : Format.duration(source.startTime))
    if source.duration > 0 {
      sheet.add("Bit rate", Format.bitRate(Int64((Double(source.byteCount) * 8 / source.duration).rounded())))
    }
    sheet.add("Encrypted", source.isEncrypted ? "yes" : nil)
  }

  private static func name(of damage: Damage) -> String {
    switch damage.kind {
    case .endsEarly: "Ends early"
    case .corruptPackets: "Corrupt packets"
    case .undecodable: "Undecodable"
    }
  }

  private static func words(for damage: Damage) -> String {
    let place = damage.streamIndex.map { "stream \($0): " } ?? ""
    return "\(place)expected \(damage.expected), found \(damage.found)"
  }
}
