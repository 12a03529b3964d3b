import Swage

/// Options about when frames are shown.
struct TimeOptions: Sendable {
  /// The words of `--reducer`.
  enum Reducer: String, CaseIterable, Sendable {
    case even, random, scene
  }

  var rate: Rational?
  var maximumRate: Rational?
  var reducer: Reducer?
  var seed: Int?
  var speed: Rational?
  var parts: [SpeedChange] = []
  var pitch: PitchPolicy?
  var interpolation: FrameInterpolation?

  static let section = OptionSection<CompressCommand>(
    "Time",
    [
      .value(
        "fps", .frameRate("N"), into: \.time.rate,
        help: "Exactly N frames a second, such as 24, 29.97 or 30000/1001, repeated and dropped as needed"),
      .value(
        "max-fps", .frameRate("N"), into: \.time.maximumRate,
        help: "At most N frames a second on average, dropped as needed; the others keep their times"),
      .value(
        "reducer", .choice, into: \.time.reducer,
        help: "Which frames --max-fps keeps: evenly spaced ones, one of each part by chance, or those where scenes "
          + "change and things move (which decodes the film once more)"),
      .value(
        "reducer-seed", .integer("N", in: 0...Int.max), into: \.time.seed,
        help: "What --reducer random begins with; the same number keeps the same frames"),
      .value(
        "speed", .fraction("X", in: 0.25...4, example: "2, 0.5 or 3/2"), into: \.time.speed,
        help: "X times as fast, 1/4 to 4, such as 2, 0.5 or 3/2"),
      .values(
        "speed-range", .speedChange("START..END:X"), into: \.time.parts,
        help: "A part of the source X times as fast, such as 5..12.5:1/2; may be given several times, the later one "
          + "counts where parts overlap"),
      .value(
        "pitch", .choice, into: \.time.pitch,
        help: "Sound at another speed keeps its pitch (keep, as without it) or sounds higher and lower (follow)"),
      .value(
        "interpolate", .choice, into: \.time.interpolation,
        help: "What is shown between the frames of slow motion: nothing, or frames made of the motion, which is slow "
          + "to make"),
    ])

  /// Long names of options of which only one may be given.
  static let exclusive: [[String]] = [["fps", "max-fps"]]

  func validate() throws(UsageError) {
    if reducer != nil, maximumRate == nil { throw UsageError("'--reducer' needs '--max-fps'") }
    if seed != nil, reducer != .random { throw UsageError("'--reducer-seed' needs '--reducer random'") }
    let hasSpeed = speed != nil || !parts.isEmpty
    if pitch != nil, !hasSpeed { throw UsageError("'--pitch' needs '--speed' or '--speed-range'") }
    if interpolation != nil, !hasSpeed { throw UsageError("'--interpolate' needs '--speed' or '--speed-range'") }
  }

  /// The request with what the options say.
  func apply(to request: CompressionRequest) throws(UsageError) -> CompressionRequest {
    var request = request
    if let rate { request = request.video(request.video.fps(rate)) }
    if let maximumRate { request = request.video(request.video.maximumFPS(maximumRate, by: reduction)) }
    if let speed { request = request.speed(speed) }
    for part in parts { request = request.speed(part.speed, from: part.range.start, to: part.range.end) }
    if let pitch { request = request.pitch(pitch) }
    if let interpolation { request = request.interpolation(interpolation) }
    return request
  }

  private var reduction: FrameReduction {
    switch reducer ?? .even {
    case .even: .evenly
    case .random: .randomly(seed: UInt64(seed ?? 0))
    case .scene: .sceneAware
    }
  }
}
