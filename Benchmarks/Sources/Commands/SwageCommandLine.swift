import Capabilities
import Media
import VideoCompression

/// The command lines of `swage`.
enum SwageCommandLine {
  /// How it compresses a film.
  static func film(_ job: FilmJob, path: String, input: String, in folder: String) -> Invocation {
    let result = "\(folder)/swage.mp4"
    // --allow-larger takes off the cap at the source's bit rate, which other tools don't have.
    var arguments = [
      "compress", input, "-o", result, "--codec", job.codec.rawValue, "--backend", job.backend.rawValue, "--quality",
      Figure.trimmed(job.qualities.first ?? 0.7), "--speed-preset", job.speed.rawValue, "--allow-larger", "-q",
    ]
    if let size = job.size { arguments += ["--size", "\(size)", "--scale-mode", "stretch"] }
    if job.depth == 10 { arguments += ["--profile", "main10"] }
    if job.mapsTones { arguments += ["--color", "sdr"] }
    if let trim = job.trim { arguments += ["--trim", "\(Figure.trimmed(trim.start))..\(Figure.trimmed(trim.end))"] }
    return Invocation([Command(path, arguments)], results: [result])
  }

  /// How it makes HEIC files of pictures: all in one command.
  static func pictures(quality: Double, path: String, inputs: [String], in folder: String) -> Invocation {
    let options = ["--format", "heic", "--quality", Figure.trimmed(quality), "--allow-larger", "-q"]
    let results = inputs.map { "\(folder)/\(FilePath.stem(of: $0)).heic" }
    return Invocation(
      [Command(path, ["image"] + inputs + ["--output-folder", folder] + options)], results: results)
  }
}
