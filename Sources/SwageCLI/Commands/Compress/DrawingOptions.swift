import Swage

/// Options about what is drawn into the picture.
struct DrawingOptions: Sendable {
  var watermark: WatermarkChoice?
  var subtitles: SubtitleSource?

  static let section = OptionSection<CompressCommand>(
    "Drawing",
    [
      .value(
        "watermark", .watermark, into: \.drawing.watermark,
        help: "Draw a picture (PNG, JPEG, WebP) into every frame; position is one of "
          + "\(Watermark.Position.allCases.map(\.rawValue).joined(separator: ", ")), opacity 0 to 1; "
          + "bottom-right:1 without them"),
      .value(
        "burn-subtitles", .subtitles, into: \.drawing.subtitles,
        help: "Make subtitles a part of the picture: the source's subtitle track of this number, from 1, or a file "
          + "(SubRip, WebVTT, ASS); a file whose name is a number is ./NUMBER"),
    ])

  /// Long names of options of which only one may be given.
  static let exclusive: [[String]] = []

  /// The request with what the options say.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest {
    var video = request.video
    if let watermark {
      video = video.watermark(
        Watermark(FileNames.url(watermark.image), position: watermark.position, opacity: watermark.opacity))
    }
    if let subtitles { video = video.burnedSubtitles(subtitles) }
    return request.video(video)
  }
}

/// The value of `--watermark`.
struct WatermarkChoice: Sendable, Hashable {
  let image: String
  var position = Watermark.Position.bottomRight
  var opacity = 1.0
}

extension ValueKind<WatermarkChoice> {
  /// `IMAGE[:position][:opacity]`, read from the right, because names of files may have colons.
  fileprivate static var watermark: ValueKind {
    ValueKind("IMAGE[:position:opacity]", completion: .files) { text throws(InvalidValue) in
      var image = text[...]
      var opacity = 1.0
      var position = Watermark.Position.bottomRight
      if let (rest, word) = lastPart(of: image), let number = Number.decimal(word) {
        guard (0...1).contains(number) else {
          throw InvalidValue("the opacity \(word) is out of range; allowed is 0 to 1")
        }
        (image, opacity) = (rest, number)
      }
      if let (rest, word) = lastPart(of: image), let found = Watermark.Position(rawValue: String(word)) {
        (image, position) = (rest, found)
      }
      guard !image.isEmpty else { throw InvalidValue("'\(text)' names no picture; write IMAGE[:position:opacity]") }
      return WatermarkChoice(image: String(image), position: position, opacity: opacity)
    }
  }

  private static func lastPart(of text: Substring) -> (rest: Substring, word: Substring)? {
    text.lastIndex(of: ":").map { (text[..<$0], text[text.index(after: $0)...]) }
  }
}

extension ValueKind<SubtitleSource> {
  /// The number of a track, or the name of a file.
  fileprivate static var subtitles: ValueKind {
    ValueKind("TRACK|FILE", completion: .files) { text throws(InvalidValue) in
      guard !text.isEmpty else { throw InvalidValue("the name is empty") }
      guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return .file(FileNames.url(text)) }
      guard let number = Int(text), number >= 1, number <= Int(Int32.max) else {
        throw InvalidValue("track \(text) is out of range; tracks count from 1")
      }
      return .track(number)
    }
  }
}
