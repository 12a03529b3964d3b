internal import FFmpeg
internal import Media

/// Draws text subtitles by FFmpeg's `ass` filter, which is libass: onto nothing, so that what comes out can be blended in
/// the film's own colors.
final class TextPainter {
  private let script: SubtitleScript
  private let size: PixelSize
  private let coding: SampleCoding
  private let graph: FilterGraph
  private var kept: (events: [Int], overlays: [Overlay])?

  private static let canvas = PixelFormat(name: "rgba", bitDepth: 8, chromaSubsampling: .rgb, hasAlpha: true)

  /// Opens the filter.
  init(_ script: SubtitleScript, on size: PixelSize, coding: SampleCoding) throws {
    self.script = script
    self.size = size
    self.coding = coding
    graph = try Self.graph(script.text, size)
  }

  /// What is to be seen at a time of the result.
  func overlays(at seconds: Double) throws -> [Overlay] {
    let time = Int64((seconds * 1000).rounded()) + Int64(script.lead) * 10
    let events = script.events.indices.filter {
      script.events[$0].start * 10 <= time && time < script.events[$0].end * 10
    }
    if let kept, kept.events == events { return kept.overlays }
    kept = nil
    guard !events.isEmpty else { return [] }
    var overlays: [Overlay] = []
    if let seen = try Self.draw(graph, size, at: time) {
      overlays = [Overlay(seen.bitmap, x: seen.x, y: seen.y, on: size, coding: coding)]
    }
    if events.allSatisfy({ script.events[$0].isStill }) { kept = (events, overlays) }
    return overlays
  }

  /// Throws where a script's text wouldn't be seen, because there is no font at all.
  static func checkFonts(of script: SubtitleScript) throws {
    let size = PixelSize(width: 320, height: 180)
    let missingBefore = LogCapture.missingGlyphs
    let graph = try graph(script.text, size)
    // One is enough; but the first may be a drawing that is transparent at that moment.
    for event in script.events.prefix(20) {
      if try draw(graph, size, at: Int64(event.start + event.end) * 5) != nil { return }
    }
    guard LogCapture.missingGlyphs > missingBefore else { return }
    throw CompressionError(
      code: .notSupported, message: "there is no font here to draw the subtitles with",
      remedy: "install one, such as the package fonts-dejavu-core", stage: .transform)
  }

  private static func graph(_ text: String, _ size: PixelSize) throws -> FilterGraph {
    do {
      let file = try MemoryFile(Array(text.utf8))
      // The filter has read it when it is open.
      return try withExtendedLifetime(file) {
        try FilterGraph(
          input: .video(
            size: size, pixelFormat: canvas, pixelAspect: Rational(1, 1), timeBase: Rational(1, 1000)),
          description: "ass=filename=\(file.path):alpha=1", threads: 1)
      }
    } catch let error as FFmpegError {
      throw CompressionError.transforming(error, what: "preparing the subtitles")
    }
  }

  private static func draw(
    _ graph: FilterGraph, _ size: PixelSize, at time: Int64
  ) throws -> (bitmap: Bitmap, x: Int, y: Int)? {
    do throws(FFmpegError) {
      let blank = try Frame(blank: size, format: canvas)
      blank.presentationTime = time
      try graph.send(blank)
      guard case .ready(let drawn) = try graph.receive() else { return nil }
      return Bitmap.seen(in: drawn)
    } catch {
      throw CompressionError.transforming(error, what: "drawing the subtitles")
    }
  }
}
