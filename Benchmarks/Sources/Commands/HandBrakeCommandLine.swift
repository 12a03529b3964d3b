import Capabilities
import Media
import VideoCompression

/// The command lines of `HandBrakeCLI`, without what it does beside the job: cropping, and looking for fields.
enum HandBrakeCommandLine {
  /// How it compresses a film.
  ///
  /// - Returns: `nil` for tone mapping, which it knows in another form, and for video units.
  static func film(_ job: FilmJob, path: String, input: String, in folder: String) -> Invocation? {
    guard job.backend == .software, !job.mapsTones else { return nil }
    let result = "\(folder)/handbrake.mp4"
    let encoder = (job.codec == .hevc ? "x265" : "x264") + (job.depth == 10 ? "_10bit" : "")
    let factor = SoftwareOptions.constantRateFactor(job.qualities.first ?? 0.7)
    var arguments = [
      "-i", input, "-o", result, "-f", "av_mp4", "-O", "-e", encoder, "--encoder-preset",
      SoftwareOptions.preset(job.speed), "-q", Figure.trimmed(factor, decimals: 2), "-a", "1", "-E", "copy", "--crop",
      "0:0:0:0", "--non-anamorphic", "--no-comb-detect", "--no-deinterlace", "--vfr",
    ]
    if let size = job.size { arguments += ["-w", "\(size.width)", "-l", "\(size.height)"] }
    if let trim = job.trim {
      arguments += [
        "--start-at", "seconds:\(Figure.trimmed(trim.start))", "--stop-at",
        "seconds:\(Figure.trimmed(trim.end - trim.start))",
      ]
    }
    return Invocation([Command(path, arguments)], results: [result])
  }
}
