internal import FFmpeg
internal import Media

/// Text subtitles as a script of Advanced SubStation Alpha on the result's timeline.
struct SubtitleScript: Sendable {
  /// A line and when it is shown.
  struct Event: Sendable {
    /// Hundredths of a second of the script's time.
    let start: Int
    let end: Int
    /// `Layer,` and `Style,…,Text`, between which the times stand.
    let layer: String
    let rest: String
    /// Whether it looks the same all the time.
    let isStill: Bool
  }

  /// Lines in order of their beginning.
  let events: [Event]
  /// How much later than the result's the script's time is, in hundredths of a second: a line that begins before the result
  /// does would have a negative time, which a script can't hold.
  let lead: Int
  private let header: String
  private let fonts: [AttachedFont]

  /// Gathers subtitles of which a part lies within the result.
  ///
  /// - Parameters:
  ///   - subtitles: What the stream shows, in order.
  ///   - header: Its styles.
  ///   - fonts: Fonts that come with it.
  ///   - clock: The way to the result's timeline.
  ///   - duration: How long the result is, in seconds.
  ///   - size: The frames that the text is drawn into.
  init(
    _ subtitles: [DecodedSubtitle], header: String, fonts: [AttachedFont], clock: SubtitleClock, duration: Double,
    on size: PixelSize
  ) {
    let shown = subtitles.enumerated().compactMap { index, subtitle -> (start: Double, end: Double, lines: [String])? in
      let start = clock.seconds(subtitle.start)
      let next = subtitles[(index + 1)...].first { $0.start > subtitle.start }.map { clock.seconds($0.start) }
      let end = subtitle.end.map { clock.seconds($0) } ?? min(next ?? start + 10, start + 10)
      return subtitle.lines.isEmpty || end <= 0 || start >= duration || end <= start
        ? nil : (start, end, subtitle.lines)
    }
    let earliest = shown.map(\.start).min() ?? 0
    let lead = max(0, Int((-earliest * 100).rounded(.up)))
    self.lead = lead
    events = shown.flatMap { entry in
      entry.lines.compactMap {
        Event(
          $0, start: Int((entry.start * 100).rounded()) + lead, end: Int((entry.end * 100).rounded()) + lead)
      }
    }.sorted { $0.start < $1.start }
    self.header = Self.fitted(header, to: size)
    self.fonts = fonts
  }

  /// The script as libass reads it.
  var text: String {
    document(
      events.map { "Dialogue: \($0.layer),\(Self.time($0.start)),\(Self.time($0.end)),\($0.rest)" })
  }

  /// A script in the same styles and fonts that shows two letters for its first ten seconds, to see whether there is a font
  /// at all.
  var sample: String {
    document(["Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,,Aa"])
  }

  private func document(_ lines: [String]) -> String {
    var sections = [header]
    if !fonts.isEmpty {
      // Without a number libass wouldn't keep two fonts of one name apart.
      let encoded = fonts.enumerated().flatMap { ["fontname: \($0)_\($1.name)"] + Self.encoded($1.data) }
      sections.append("[Fonts]\n" + encoded.joined(separator: "\n"))
    }
    // Once more, because another section may follow in the header; the order of its fields stays as it is there.
    let order = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    sections.append("[Events]\n" + (header.contains("[Events]") ? "" : order) + lines.joined(separator: "\n"))
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// The styles that FFmpeg makes up refer to a picture of 384 by 288. They are made to refer to one in the shape of the
  /// frames whose shorter side is 288, so that text isn't huge in an upright picture.
  private static func fitted(_ header: String, to size: PixelSize) -> String {
    let standard = ["PlayResX: 384", "PlayResY: 288"]
    guard standard.allSatisfy({ header.contains($0) }), size.shortSide > 0 else { return header }
    let scale = 288 / Double(size.shortSide)
    let width = Int((Double(size.width) * scale).rounded())
    let height = Int((Double(size.height) * scale).rounded())
    return header.replacing(standard[0], with: "PlayResX: \(width)").replacing(
      standard[1], with: "PlayResY: \(height)")
  }

  private static func time(_ hundredths: Int) -> String {
    let seconds = hundredths / 100
    let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(two(hundredths % 100))"
  }

  /// Lines of 80 characters of which four stand for three bytes, each 33 above its six bits, as the script's format has it.
  private static func encoded(_ data: [UInt8]) -> [String] {
    var characters: [UInt8] = []
    characters.reserveCapacity(data.count * 4 / 3 + 4)
    for start in stride(from: 0, to: data.count, by: 3) {
      let count = min(3, data.count - start)
      var bits = 0
      for offset in 0..<3 { bits = bits << 8 | (offset < count ? Int(data[start + offset]) : 0) }
      for place in 0...count { characters.append(UInt8(bits >> (18 - 6 * place) & 63) + 33) }
    }
    return stride(from: 0, to: characters.count, by: 80).map {
      String(decoding: characters[$0..<min($0 + 80, characters.count)], as: UTF8.self)
    }
  }
}

extension SubtitleScript.Event {
  /// Takes an event as decoders give it, `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`; `nil` when it
  /// isn't one or lasts less than a hundredth of a second.
  fileprivate init?(_ line: String, start: Int, end: Int) {
    let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9, end > start else { return nil }
    self.start = start
    self.end = end
    layer = String(fields[1])
    rest = fields[2...].joined(separator: ",").replacing("\r", with: "").replacing("\n", with: "\\N")
    let moving = ["\\t(", "\\move", "\\fad", "\\k", "\\K"]
    isStill = fields[7].isEmpty && !moving.contains { fields[8].contains($0) }
  }
}
