internal import FFmpeg
internal import Media

/// All that Swage knows of x264 and x265: what a quality, a rate and a speed mean in their options.
package enum SoftwareOptions {
  /// How an encoder is opened to carry out a plan.
  static func recipe(for planned: PlannedEncoder, plan: VideoPlan, threads: ThreadBudget) -> EncoderRecipe {
    // x265's threads may miss that a film has ended (``ThreadBudget/hevcFrames(height:)`` says how). No such thing is known
    // of x264, but its threads wait for one another as well.
    let megapixels = Double(plan.size.width * plan.size.height) / 1e6
    return EncoderRecipe(
      settings: settings(for: planned, plan: plan, threads: threads),
      patience: .seconds(20 + 10 * megapixels))
  }

  /// The settings that make an encoder carry out a plan.
  static func settings(
    for planned: PlannedEncoder, plan: VideoPlan, threads: ThreadBudget
  ) -> VideoEncoderSettings {
    var settings = VideoEncoderSettings(planned, plan: plan)
    settings.options["preset"] = preset(plan.speed)
    if let profile = plan.profile { settings.options["profile"] = profile.rawValue }
    if let level = plan.level, planned.codec == .h264 { settings.options["level"] = "\(level)" }
    switch planned.rate {
    case .quality(let quality, let ceiling):
      settings.options["crf"] = decimal(constantRateFactor(quality))
      if let ceiling {
        settings.maximumRate = ceiling
        settings.bufferBits = ceiling.bitsPerSecond * 2
      }
    case .average(let rate):
      settings.bitRate = rate.scaled(by: aim(over: plan), atLeast: BitRate(bitsPerSecond: 1_000))
      settings.maximumRate = BitRate(bitsPerSecond: rate.bitsPerSecond * 3 / 2)
      settings.bufferBits = rate.bitsPerSecond * 2
    }
    if planned.codec == .h264 {
      settings.threads = threads.avcFrames(height: plan.size.height, speed: plan.speed)
      settings.options.merge(avcOptions(plan)) { $1 }
      let parameters = avcParameters(plan, threads)
      if !parameters.isEmpty { settings.options["x264-params"] = parameters.joined(separator: ":") }
    }
    if planned.codec == .hevc { settings.options["x265-params"] = hevcParameters(plan, threads) }
    return settings
  }

  /// The constant rate factor of a quality, the same in x264 and x265: 0.7 is 23.
  ///
  /// At the same factor, both give pictures that are as similar: for the VMAF of x264 at 19, 23, 27 and 31, x265 needed a
  /// factor that was between 0.5 lower and 0.2 higher in the mean of 14 films of cameras and studios (at 19 and 31 of 12 and 9
  /// of them), and between 0.6 lower and 0.1 higher for its SSIM. By PSNR, which both encoders give away for what looks better,
  /// it is 0.4 lower to 1.3 higher. All that is of the presets as they are; as `balanced` changes them, x265 needs at 23 a factor
  /// 0.6 lower for the VMAF, 0.5 lower for the SSIM and 0.1 higher for the PSNR of x264.
  package static func constantRateFactor(_ quality: Double) -> Double { 51 - 40 * min(max(quality, 0), 1) }

  /// The share of an average that is aimed at: both encoders begin above it and come back with time, so on short films
  /// they mostly end above it.
  private static func aim(over plan: VideoPlan) -> Double {
    let seconds = Double(plan.frameCount) / max(plan.frameRate.value, 0.1)
    return 1 - min(0.02, 0.18 / max(seconds, 0.1))
  }

  /// The encoders' own name of an effort, the same in both.
  package static func preset(_ speed: SpeedPreset) -> String {
    switch speed {
    case .fastest: "ultrafast"
    case .fast: "veryfast"
    case .balanced: "medium"
    case .slow: "slow"
    case .slowest: "veryslow"
    }
  }

  /// The options with those that keep a library's own log off the terminal.
  static func quiet(_ options: [String: String]) -> [String: String] {
    guard let parameters = options["x265-params"] else { return options }
    return options.merging(["x265-params": "log-level=none:\(parameters)"]) { $1 }
  }

  /// What differs from x264's preset.
  ///
  /// Over eleven films of cameras, phones and studios, these sets take a fifth to a quarter less of the processor's time than
  /// the presets they change, for files of the same size or smaller at the same VMAF, SSIM and PSNR in the mean
  /// (Documentation/Hardware.md has the figures). Splitting blocks below 16x16 between pictures costs more than it brings, and
  /// bits are shared out better by the logarithm of an area's variance.
  private static func avcOptions(_ plan: VideoPlan) -> [String: String] {
    // A tuning that was asked for changes the same things, and x264 applies it before single options.
    if plan.encoderOptions["tune"] != nil { return [:] }
    let aq = ["aq-mode": "2", "aq-strength": "0.9"]
    return switch plan.speed {
    case .fast: aq.merging(["partitions": "i4x4,i8x8", "motion-est": "dia", "rc-lookahead": "12"]) { $1 }
    case .balanced: aq.merging(["partitions": "p8x8,i4x4,i8x8", "mixed-refs": "0"]) { $1 }
    case .fastest, .slow, .slowest: [:]
    }
  }

  /// What only a list of x264's own names can say.
  private static func avcParameters(_ plan: VideoPlan, _ threads: ThreadBudget) -> [String] {
    let lookahead = threads.avcLookahead(height: plan.size.height, speed: plan.speed)
    var parameters = lookahead > 0 ? ["lookahead-threads=\(lookahead)"] : []
    // Rendered text is sharper at the same size by this: what pleases the eye in films is noise beside letters.
    if plan.tuning == .screen { parameters += ["psy=0", "deblock=-2,-2"] }
    return parameters
  }

  /// What differs from x265's preset.
  ///
  /// Over sixteen films, these sets make smaller files in the mean than the presets they change at the same VMAF and PSNR, and
  /// files about as large at the same SSIM, with fewer instructions (Documentation/Hardware.md has the figures).
  /// x265 moves more bits to even areas than pays, and a third frame that refers to both sides is worth more than a fourth.
  private static func hevcOptions(_ plan: VideoPlan) -> [String] {
    // As with x264; and a screen's settings were found beside the presets as they are.
    if plan.encoderOptions["tune"] != nil || plan.tuning == .screen { return [] }
    // x265 takes its own names after FFmpeg's, which a request may have set.
    let bFrames = plan.encoderOptions["bf"] == nil ? ["bframes=3"] : []
    let references = plan.encoderOptions["refs"] == nil ? ["ref=2"] : []
    let always = ["aq-strength=0.8", "limit-sao=1"]
    return switch plan.speed {
    case .fast: always + bFrames
    case .balanced: always + ["psy-rd=1"] + bFrames + references
    case .slow: always + ["psy-rd=1"]
    case .fastest, .slowest: []
    }
  }

  private static func hevcParameters(_ plan: VideoPlan, _ threads: ThreadBudget) -> String {
    // x265 writes its log to the terminal by itself, and its settings into each file.
    var parameters = ["log-level=none", "info=0"] + hevcOptions(plan)
    let frames = threads.hevcFrames(height: plan.size.height)
    if frames > 0 { parameters.append("frame-threads=\(frames)") }
    if let level = plan.level { parameters += ["level-idc=\(level)", "high-tier=0"] }
    // A picture has to hold at least one coding tree unit; and x265 3.5 writes behind its arrays when it follows blocks
    // through such small pictures.
    switch plan.size.shortSide {
    case ..<32: parameters += ["ctu=16", "cutree=0"]
    case ..<64: parameters += ["ctu=32", "cutree=0"]
    default: break
    }
    // Rendered text gains 5 dB at the same size by skipped transforms, which letters of few pixels don't suit.
    if plan.tuning == .screen { parameters += ["tskip=1", "psy-rd=0", "psy-rdoq=0"] }
    return parameters.joined(separator: ":")
  }

  /// A number with two decimals, whatever the locale.
  private static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
