import Media

/// How near a result is to its source, scaled to the same size, over all frames.
struct Similarity: Sendable, Hashable, Codable {
  /// Structural similarity of all planes, 1 for the same samples.
  var ssim: Double?
  /// Peak signal-to-noise ratio of all planes, in decibels; `nil` also where nothing differs.
  var psnr: Double?
  /// Netflix's VMAF, 0 to 100; `nil` where no tool has it.
  var vmaf: Double?
  /// Perceptually weighted signal-to-noise ratio of luma (Fraunhofer HHI), in decibels; `nil` where no tool has it.
  var xpsnr: Double?
}

extension Similarity {
  /// Reads what the filters of `ffmpeg` log at their end.
  init(log: String) {
    for line in log.split(whereSeparator: \.isNewline) {
      if line.contains("SSIM ") { ssim = Self.number(behind: "All:", in: line) ?? ssim }
      if line.contains("XPSNR") {
        xpsnr = Self.number(behind: "y:", in: line) ?? xpsnr
      } else if line.contains("PSNR ") {
        psnr = Self.number(behind: "average:", in: line) ?? psnr
      }
      if line.contains("VMAF score") { vmaf = Self.number(behind: "score:", in: line) ?? vmaf }
    }
  }

  private static func number(behind label: String, in line: Substring) -> Double? {
    guard let place = line.firstRange(of: label) else { return nil }
    let rest = line[place.upperBound...].drop { $0 == " " }
    return Double(rest.prefix { $0.isNumber || $0 == "." || $0 == "-" })
  }
}

/// Measures with an `ffmpeg` command and the filters that it has.
struct SimilarityMeter {
  /// The command.
  let path: String
  private let filters: [String]
  private let scratch: String

  /// Asks a command for its filters.
  ///
  /// - Returns: `nil` when it has none of them.
  init?(path: String, scratch: String) {
    guard let list = ProcessRun.text(of: Command(path, ["-hide_banner", "-filters"]), scratch: scratch) else {
      return nil
    }
    let names = Set(
      list.split(whereSeparator: \.isNewline).compactMap { line in
        line.split(separator: " ").dropFirst().first.map(String.init)
      })
    let known = ["ssim", "psnr", "libvmaf", "xpsnr"].filter(names.contains)
    guard !known.isEmpty else { return nil }
    self.init(path: path, filters: known, scratch: scratch)
  }

  private init(path: String, filters: [String], scratch: String) {
    self.path = path
    self.filters = filters
    self.scratch = scratch
  }

  /// Whether it has VMAF or XPSNR.
  var isPerceptual: Bool { filters.contains("libvmaf") || filters.contains("xpsnr") }

  /// Holds a result against a source, frame by frame in their order, whatever their times.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - source: What it was made of.
  ///   - trim: The part of the source that the result shows, in seconds; `nil` for all of it.
  ///   - size: Pixels of the result.
  ///   - depth: Bits of a sample to compare in.
  /// - Returns: `nil` when it can't be told.
  func measure(
    _ result: String, against source: String, trim: FilmJob.TimeRange?, size: PixelSize, depth: Int
  ) -> Similarity? {
    let log = "\(scratch)/similarity.txt"
    let part = trim.map { ["-ss", Figure.trimmed($0.start), "-t", Figure.trimmed($0.end - $0.start)] } ?? []
    let arguments =
      ["-hide_banner", "-nostdin", "-nostats", "-i", result] + part + ["-i", source]
      + ["-filter_complex", graph(size: size, depth: depth), "-f", "null", "-"]
    let end = ProcessRun.run(Command(path, arguments), output: log, takesErrors: true, scratch: scratch)
    if end.status == 0, let text = TextFile.text(log) { return Similarity(log: text) }
    // XPSNR of FFmpeg 7.1 divides by zero in small pictures.
    let others = filters.filter { $0 != "xpsnr" }
    guard !others.isEmpty, others.count < filters.count else { return nil }
    return SimilarityMeter(path: path, filters: others, scratch: scratch).measure(
      result, against: source, trim: trim, size: size, depth: depth)
  }

  /// The filters: both sides in one layout and one numbering of frames, once for each measure.
  func graph(size: PixelSize, depth: Int) -> String {
    let format = "format=yuv420p\(depth == 10 ? "10le" : "")"
    let copies = { (letter: String) in filters.indices.map { "[\(letter)\($0)]" }.joined() }
    let numbered = "settb=1/1000,setpts=N*40"
    return "[0:v:0]\(format),\(numbered),split=\(filters.count)\(copies("a"));"
      + "[1:v:0]scale=\(size.width):\(size.height):flags=bicubic,\(format),\(numbered),"
      + "split=\(filters.count)\(copies("b"));"
      + filters.enumerated().map { index, filter in
        // XPSNR takes its weights from its first input; to the others the second one is the source.
        (filter == "xpsnr" ? "[b\(index)][a\(index)]" : "[a\(index)][b\(index)]") + filter
      }.joined(separator: ";")
  }
}
