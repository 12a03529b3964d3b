internal import Capabilities
internal import FFmpeg
internal import Media

/// Holds the raw options of a request against the encoders that could be chosen, before anything is planned.
enum EncoderOptionCheck {
  /// Options that Swage sets by wishes of its own, and the wish; setting them twice would make one of the two a lie.
  private static let ours: [String: String] = [
    "b": "the bit rate (--bitrate)", "g": "the keyframe interval (--keyframe-interval)",
    "profile": "the profile (--profile)", "level": "the level (--level)", "preset": "the effort (--speed-preset)",
    "time_base": "the times of frames", "threads": "the number of threads", "flags": "what the container needs",
    "colorspace": "the color", "color_primaries": "the color", "color_trc": "the color", "color_range": "the color",
    "chroma_sample_location": "the color", "rc": "the kind of rate control", "rc_mode": "the kind of rate control",
  ]

  /// Why encoders can't take a request's options, by FFmpeg's names of the encoders; those without an entry can.
  static func problems(of request: CompressionRequest, on machine: MachineCapabilities) -> [String: String] {
    let options = request.video.encoderOptions
    guard !options.isEmpty else { return [:] }
    var problems: [String: String] = [:]
    for encoder in Set(machine.encoders.map(\.encoder)) {
      problems[encoder] = problem(with: options, for: encoder)
    }
    return problems
  }

  private static func problem(with options: [String: String], for encoder: String) -> String? {
    if let taken = options.keys.sorted().first(where: { ours[$0] != nil }) {
      return "\(encoder)'s option '\(taken)' can't be set: it is \(ours[taken] ?? "ours")"
    }
    do {
      switch try Encoder.problem(with: options, for: encoder) {
      case .unknown(let name, let known):
        let near = Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
        return "\(encoder) has no option '\(name)'" + (near ?? "; it has \(known.joined(separator: ", "))")
      case .unfit(let name, let value, let reason):
        return "\(encoder) doesn't take '\(value)' for its option '\(name)': \(reason)"
      case nil:
        return nestedProblem(with: options, for: encoder)
      }
    } catch {
      return "\(error)"
    }
  }

  /// Lists of the library's own parameters within an option, which only the library can judge: it is opened with them.
  private static func nestedProblem(with options: [String: String], for encoder: String) -> String? {
    let lists = options.filter { $0.key.hasSuffix("-params") || $0.key.hasSuffix("opts") }
    guard !lists.isEmpty else { return nil }
    let settings = VideoEncoderSettings(
      encoder: encoder, size: PixelSize(width: 320, height: 256), pixelFormat: .yuv420p, pixelAspect: Rational(1, 1),
      color: ColorDescription(
        primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited, chromaLocation: .left),
      timeBase: Rational(1, 25), frameRate: Rational(25, 1), threads: 1, options: SoftwareOptions.quiet(lists))
    var failure: String?
    let warnings = LogCapture.warnings {
      do { _ = try Encoder(settings) } catch { failure = "\(error)" }
    }
    let complaints = ["Unknown option", "Invalid value", "Error parsing option"]
    let complaint = warnings.first { line in complaints.contains { line.contains($0) } }
    return (complaint ?? failure).map { "\(encoder) doesn't take the options: \($0)" }
  }
}
