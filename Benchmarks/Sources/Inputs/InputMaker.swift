import FoundationEssentials
import Media

/// Makes inputs, each once: they stay in a folder for the next time.
struct InputMaker {
  /// The recipes by their names.
  let recipes: [String: Input]
  /// The repository's clip.
  let clip: String
  /// Where inputs are kept.
  let folder: String
  /// The folder of real films; `nil` without one.
  let corpus: String?
  /// The command that makes them.
  let ffmpeg: String

  /// The files of an input.
  ///
  /// - Returns: `nil` for a file of a corpus that isn't there.
  /// - Throws: ``BenchmarkError`` when an input can't be made.
  func files(of name: String) throws -> [String]? {
    guard let recipe = recipes[name] else { throw BenchmarkError("there is no input '\(name)'") }
    switch recipe {
    case .bundled: return [clip]
    case .corpus(let file):
      guard let corpus, FilePath.size(of: "\(corpus)/\(file)") != nil else { return nil }
      return ["\(corpus)/\(file)"]
    case .film(let size, let seconds, let range): return [try film(size, seconds, range)]
    case .repeated(let source, let times):
      guard let film = try files(of: source)?.first else { return nil }
      return [
        try made("\(FilePath.stem(of: film))-x\(times).mp4") { target in
          ["-stream_loop", "\(times - 1)", "-i", film, "-map", "0", "-c", "copy", "-movflags", "+faststart", target]
        }
      ]
    case .pictures(let size, let count): return try pictures(size, count)
    }
  }

  private func film(_ size: PixelSize, _ seconds: Int, _ range: Input.DynamicRange) throws -> String {
    switch range {
    case .sdr:
      try made("film-\(size)-\(seconds)s.mp4") { target in
        [
          "-stream_loop", "-1", "-i", clip, "-t", "\(seconds)", "-map", "0:v:0", "-map", "0:a:0", "-vf",
          "scale=\(size.width):\(size.height)", "-r", "30", "-c:v", "libx264", "-preset", "veryfast", "-crf", "16",
          "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", target,
        ]
      }
    case .hdr10:
      try made("film-\(size)-\(seconds)s-hdr10.mp4") { target in
        let plain = try film(size, seconds, .sdr)
        return [
          "-i", plain, "-vf",
          "zscale=tin=bt709:pin=bt709:min=bt709:rin=tv:t=smpte2084:p=bt2020:m=bt2020nc:r=tv:npl=203,"
            + "format=yuv420p10le",
          "-c:v", "libx265", "-preset", "ultrafast", "-crf", "28", "-tag:v", "hvc1", "-color_primaries", "bt2020",
          "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-x265-params",
          "log-level=none:hdr10=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:max-cll=1000,400", "-c:a",
          "copy", target,
        ]
      }
    }
  }

  private func pictures(_ size: PixelSize, _ count: Int) throws -> [String] {
    let names = (1...count).map { "pictures-\(size)-\($0).jpg" }
    // The clip has 31 frames; more pictures begin with the first again.
    return try names.enumerated().map { number, name in
      try made(name) { target in
        [
          "-i", clip, "-map", "0:v:0", "-vf",
          "select=eq(n\\,\(number % 31)),scale=\(size.width):\(size.height):flags=lanczos,"
            + "noise=alls=5:allf=t:all_seed=\(number + 1)",
          "-frames:v", "1", "-q:v", "2", "-pix_fmt", "yuvj420p", target,
        ]
      }
    }
  }

  /// The path of a file, which is made first if it isn't there; an unfinished one never has the name.
  private func made(_ name: String, arguments: (String) throws -> [String]) throws -> String {
    let path = "\(folder)/\(name)"
    if FilePath.size(of: path) != nil { return path }
    try FilePath.makeFolder(folder)
    let unfinished = "\(folder)/unfinished-\(name)"
    let command = Command(ffmpeg, ["-v", "error", "-nostdin", "-y"] + (try arguments(unfinished)))
    let end = ProcessRun.run(command, scratch: folder)
    guard end.status == 0 else {
      FilePath.remove(unfinished)
      throw BenchmarkError("the input \(name) can't be made: \(end.complaint)")
    }
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
    return path
  }
}
