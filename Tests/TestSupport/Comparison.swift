import Foundation

/// Holds a result against its source: what a person would miss.
public struct Comparison: Sendable {
  /// The source.
  public let source: ReopenedOutput
  /// The result.
  public let output: ReopenedOutput

  public init(source: ReopenedOutput, output: ReopenedOutput) {
    self.source = source
    self.output = output
  }

  /// Everything that is wrong with a result whose picture, timing, tracks and notes were to be kept; empty when
  /// nothing is.
  public func faults() async throws -> [String] {
    var faults = try await timingFaults() + shapeFaults() + trackFaults()
    faults += try await noteFaults()
    let errors = try await output.decodingErrors()
    if !errors.isEmpty { faults.append("doesn't decode cleanly: \(errors.prefix(300))") }
    if output.formatName.contains("mp4"), !output.isIndexFirst, !isSameFile { faults.append("the index comes last") }
    if output.bytes > source.bytes { faults.append("\(output.bytes) bytes, but the source has \(source.bytes)") }
    return faults
  }

  /// Whether the result is the source, kept byte for byte.
  private var isSameFile: Bool {
    output.bytes == source.bytes && (try? Data(contentsOf: output.url)) == (try? Data(contentsOf: source.url))
  }

  /// Whether frames are all there, each at its time (50 ms), and sound begins and ends where it did.
  public func timingFaults(tolerance: Double = 0.05) async throws -> [String] {
    var faults: [String] = []
    let expected = try await source.frameTimes()
    let found = try await output.frameTimes()
    if expected.count != found.count { faults.append("\(found.count) frames, expected \(expected.count)") }
    // A source without any times (a raw stream) has nothing to compare with.
    guard let sourceStart = expected.first ?? nil, let outputStart = found.first ?? nil else { return faults }
    let pairs = zip(expected, found).compactMap { pair in
      pair.0.flatMap { a in pair.1.map { (a - sourceStart, $0 - outputStart) } }
    }
    if expected.count == found.count, let worst = pairs.max(by: { abs($0.0 - $0.1) < abs($1.0 - $1.1) }),
      abs(worst.0 - worst.1) > tolerance
    {
      faults.append("a frame of \(worst.0) s is shown at \(worst.1) s")
    }
    for (before, after) in zip(source.sounds, output.sounds) {
      let was = try await source.span(of: before)
      let now = try await output.span(of: after)
      // An encoder rounds the end up to whole packets of 1024 samples and begins with one of its own.
      let packet = 1024 / (Double(after.sampleRate ?? "") ?? 44100)
      let startShift = (now.lowerBound - outputStart) - (was.lowerBound - sourceStart)
      let endShift = (now.upperBound - outputStart) - (was.upperBound - sourceStart)
      if abs(startShift) > tolerance + packet { faults.append("sound \(after.index) begins \(startShift) s off") }
      if abs(endShift) > tolerance + 2 * packet { faults.append("sound \(after.index) ends \(endShift) s off") }
    }
    return faults
  }

  /// Whether the picture is shown in the same size (1 pixel or 0.5 % a side).
  public func shapeFaults() throws -> [String] {
    let (was, now) = (try source.film.displayed, try output.film.displayed)
    let sides = [(was.width, now.width), (was.height, now.height)]
    return sides.allSatisfy { abs($0 - $1) <= max(1.01, $0 * 0.005) }
      ? [] : ["shown as \(now.width)x\(now.height), the source as \(was.width)x\(was.height)"]
  }

  /// Whether every track that can be kept is there, in its language.
  public func trackFaults() -> [String] {
    var faults: [String] = []
    let (was, now) = (source, output)
    if was.sounds.count != now.sounds.count {
      faults.append("\(now.sounds.count) sound tracks, expected \(was.sounds.count)")
    } else if was.sounds.map(\.channels) != now.sounds.map(\.channels) {
      faults.append("channels \(now.sounds.map(\.channels)), expected \(was.sounds.map(\.channels))")
    }
    let (texts, keptTexts) = (was.streams.filter(\.isTextSubtitle), now.streams.filter(\.isTextSubtitle))
    if texts.count != keptTexts.count {
      faults.append("\(keptTexts.count) text subtitle tracks, expected \(texts.count)")
    }
    let languages = [(was.sounds, now.sounds), (texts, keptTexts)].map { ($0.0.map(\.language), $0.1.map(\.language)) }
    for (before, after) in languages where before.count == after.count && before != after {
      faults.append("languages \(after), expected \(before)")
    }
    if was.chapters.count != now.chapters.count {
      faults.append("\(now.chapters.count) chapters, expected \(was.chapters.count)")
    }
    // A second film beside the first is kept as it is; a cover never becomes one.
    if now.films.isEmpty || now.films.count > was.films.count { faults.append("\(now.films.count) films") }
    return faults
  }

  /// Whether dates and places are found under the same names.
  public func noteFaults() async throws -> [String] {
    var faults: [String] = []
    let names = ["CreateDate", "CreationDate", "GPSCoordinates", "LocationInformation"]
    let found = try await output.exif(names)
    for (name, value) in try await source.exif(names) where !Self.agree(found[name], value) {
      faults.append("\(name) is \(found[name] ?? "gone"), was \(value)")
    }
    // Other containers keep the date under other names; FFmpeg's is the same for all.
    if let date = source.tags["creation_time"], output.tags["creation_time"]?.prefix(19) != date.prefix(19) {
      faults.append("creation_time is \(output.tags["creation_time"] ?? "gone"), was \(date)")
    }
    return faults
  }

  /// Whether two values of ExifTool are the same, numbers within 0.0001.
  public static func agree(_ found: String?, _ expected: String) -> Bool {
    guard let found else { return false }
    if found == expected { return true }
    let (left, right) = (numbers(found), numbers(expected))
    return !left.isEmpty && left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= 0.0001 }
  }

  private static func numbers(_ text: String) -> [Double] {
    let words = text.split(separator: " ")
    let values = words.compactMap { Double($0) }
    return values.count == words.count ? values : []
  }
}
