import Foundation
import Testing

/// A random film of a layout and with tags, and how it is compressed: the result has to look the same to a decoder of
/// others', and to carry the same tags.
public struct ColorCase: Sendable, CustomStringConvertible {
  private let layout: String
  private let meaning: ColorMeaning
  private let primaries: String
  private let transfer: String
  private let isTagged: Bool
  private let isScaled: Bool
  private let codec: String
  private let container: String

  public var description: String {
    "\(layout) \(primaries)/\(transfer)/\(meaning.matrix) full=\(meaning.isFull) \(meaning.location) tagged=\(isTagged) "
      + "scaled=\(isScaled) \(codec) \(container)"
  }

  /// The case of a seed.
  public init(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 104_729)
    func pick(_ values: [String]) -> String { values[Int(random.next() % UInt64(values.count))] }
    let layout = pick([
      "yuv420p", "yuv422p10le", "yuv444p", "yuvj420p", "nv12", "gray", "rgb24", "gbrp10le", "yuva420p",
    ])
    let isTagged = pick(["", "", "no"]).isEmpty
    let is420 = ["yuv420p", "yuvj420p", "nv12", "yuva420p"].contains(layout)
    self.layout = layout
    // Players take small films without a tag for BT.601.
    let matrix = isTagged ? pick(["bt709", "smpte170m", "bt470bg", "bt2020nc"]) : "smpte170m"
    let isFull = layout == "yuvj420p" || pick(["full", "limited"]) == "full" && (isTagged || layout == "gray")
    let location = is420 && isTagged ? pick(["left", "center", "topleft"]) : "left"
    meaning = ColorMeaning(matrix: matrix, isFull: isFull, location: location)
    primaries = isTagged ? pick(["bt709", "smpte170m", "smpte432", "bt470bg", "bt2020"]) : "unknown"
    transfer = isTagged ? pick(["bt709", "smpte170m", "iec61966-2-1"]) : "unknown"
    self.isTagged = isTagged
    isScaled = pick(["yes", "no"]) == "yes"
    codec = pick(["h264", "hevc"])
    container = pick(["mp4", "mkv"])
  }

  private var isRGB: Bool { ["rgb24", "gbrp10le"].contains(layout) }

  private var clip: Clip {
    var tags = ["-color_range", meaning.isFull ? "pc" : "tv"]
    if isTagged {
      tags += ["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", meaning.matrix]
      tags += ["-chroma_sample_location", meaning.location]
    }
    return Clip.soft(layout, meaning, tags: isRGB ? Array(tags.dropFirst(2)) : tags, size: "320x192")
  }

  /// Compresses it and checks the result.
  public func check(
    options: [String], environment: [String: String]? = nil, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let scale = isScaled ? ["--long-side", "200"] : []
    let job = try await Job.compress(
      clip, ["--codec", codec, "--quality", "0.95", "--allow-larger"] + scale + options, to: "out.\(container)",
      environment: environment, at: location)
    let output = try await job.reopened(mayBeLarger: true, at: location)
    let film = try output.film
    let source = try await job.sourceFacts()
    let before = isRGB ? ColorMeaning(matrix: "gbr", isFull: true) : meaning
    let size = (film.width ?? 0, film.height ?? 0)
    let (found, expected) = (try await output.rgb(), try await source.rgb(before, size: size))
    let differences = zip(found.means(), expected.means()).map { $0 - $1 }
    #expect(differences.allSatisfy { abs($0) <= 1 }, "\(self): \(differences)", sourceLocation: location)
    let likeness = found.similarity(to: expected)
    #expect(likeness >= 36, "\(self): \(likeness) dB", sourceLocation: location)
    try checkTags(of: film, madeOf: source.film, at: location)
  }

  private func checkTags(of film: ProbedStream, madeOf source: ProbedStream, at location: SourceLocation) throws {
    // Newer versions of the command don't let red, green and blue be tagged with the matrix of something else.
    let told = source.colorSpace.flatMap { $0 == "gbr" ? nil : $0 }
    let matrix = isRGB ? told ?? "smpte170m" : isTagged ? meaning.matrix : nil
    let isFull = meaning.isFull && !isRGB
    #expect((film.colorRange == "pc") == isFull, "\(self): \(film.colorRange ?? "none")", sourceLocation: location)
    #expect(film.colorSpace == matrix, "\(self)", sourceLocation: location)
    #expect(film.colorPrimaries == (isTagged ? primaries : nil), "\(self)", sourceLocation: location)
    #expect(film.colorTransfer == (isTagged ? transfer : nil), "\(self)", sourceLocation: location)
    #expect(film.chromaLocation == meaning.location, "\(self)", sourceLocation: location)
  }
}

extension ReopenedOutput {
  /// How far any sixteenth of ``Clip/greyRamp(isFull:isTagged:)`` is from its grey in any channel, of 255.
  public func greyFault() async throws -> Double {
    let picture = try await rgb()
    let step = picture.width / 16
    return (0..<16).map { index in
      let expected = (Double(index * step) + Double(step) / 2 - 0.5) * 255 / Double(picture.width - 1)
      return picture.means(of: index * step..<(index + 1) * step).map { abs($0 - expected) }.max() ?? .infinity
    }.max() ?? .infinity
  }
}
