import Capabilities
import Media
import VideoCompression

/// The command lines of `ffmpeg`, with the settings that `swage` gives to the same encoders.
enum FFmpegCommandLine {
  /// The chain of filters that users write for high dynamic range, with the reference white of ITU-R BT.2408.
  static let toneMapping =
    "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=mobius:desat=0,"
    + "zscale=t=bt709:m=bt709:r=tv,format=yuv420p"

  /// How it compresses a film.
  ///
  /// - Returns: `nil` for tone mapping on video units, whose filters differ from driver to driver.
  static func film(_ job: FilmJob, path: String, input: String, in folder: String) -> Invocation? {
    let result = "\(folder)/ffmpeg.mp4"
    if job.backend != .software, job.mapsTones { return nil }
    var arguments = ["-v", "error", "-nostdin", "-y"] + decoding(job)
    if let trim = job.trim {
      arguments += ["-ss", Figure.trimmed(trim.start), "-t", Figure.trimmed(trim.end - trim.start)]
    }
    arguments += ["-i", input, "-map", "0:v:0", "-map", "0:a?"]
    let filters = filters(job)
    if !filters.isEmpty { arguments += ["-vf", filters.joined(separator: ",")] }
    arguments += encoding(job)
    if job.codec == .hevc { arguments += ["-tag:v", "hvc1"] }
    arguments += ["-c:a", "copy", "-movflags", "+faststart", result]
    return Invocation([Command(path, arguments)], results: [result])
  }

  private static func decoding(_ job: FilmJob) -> [String] {
    switch job.backend {
    case .software: []
    case .vaapi: ["-hwaccel", "vaapi", "-hwaccel_output_format", "vaapi"]
    case .nvenc: ["-hwaccel", "cuda", "-hwaccel_output_format", "cuda"]
    }
  }

  private static func filters(_ job: FilmJob) -> [String] {
    var filters: [String] = []
    if let size = job.size {
      let sides = "\(size.width):\(size.height)"
      switch job.backend {
      case .software: filters.append("scale=\(sides)")
      case .vaapi: filters.append("scale_vaapi=\(sides)")
      case .nvenc: filters.append("scale_cuda=\(sides)")
      }
    }
    if job.mapsTones { filters.append(toneMapping) }
    if job.backend == .software, job.depth == 10 { filters.append("format=yuv420p10le") }
    return filters
  }

  private static func encoding(_ job: FilmJob) -> [String] {
    let quality = job.qualities.first ?? 0.7
    switch job.backend {
    case .software:
      let factor = Figure.trimmed(SoftwareOptions.constantRateFactor(quality), decimals: 2)
      let effort = SoftwareOptions.preset(job.speed)
      return job.codec == .hevc
        ? ["-c:v", "libx265", "-preset", effort, "-crf", factor, "-x265-params", "log-level=none"]
        : ["-c:v", "libx264", "-preset", effort, "-crf", factor]
    case .vaapi:
      let quantizer = UnitDefaults.quantizer(quality, codec: job.codec)
      return [
        "-c:v", "\(job.codec.rawValue)_vaapi", "-rc_mode", "CQP", "-qp", "\(quantizer)", "-compression_level",
        "\(VAAPIOptions.compressionLevel(job.speed))", "-g", "\(UnitDefaults.keyframeInterval)",
      ]
    case .nvenc:
      let quantizer = UnitDefaults.quantizer(quality, codec: job.codec)
      return [
        "-c:v", "\(job.codec.rawValue)_nvenc", "-preset", NVENCOptions.preset(job.speed), "-tune", "hq", "-rc", "vbr",
        "-cq", "\(quantizer)", "-b:v", "0", "-bf", "3", "-g", "\(UnitDefaults.keyframeInterval)",
      ] + (job.speed >= .balanced ? ["-rc-lookahead", "20"] : [])
    }
  }
}
