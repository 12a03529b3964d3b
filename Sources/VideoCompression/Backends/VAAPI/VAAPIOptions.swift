internal import Capabilities
internal import FFmpeg
internal import Media

/// All that Swage knows of FFmpeg's VA-API encoders: what a quality, a rate and a speed mean in their options.
package enum VAAPIOptions {
  /// How an encoder is opened to carry out a plan.
  static func recipe(for planned: PlannedEncoder, plan: VideoPlan) -> EncoderRecipe {
    var settings = VideoEncoderSettings(planned, plan: plan)
    settings.keyframeInterval = plan.keyframeInterval ?? UnitDefaults.keyframeInterval
    let bFrames = min(planned.limits.maximumBFrames, 2)
    settings.options["bf"] = "\(bFrames)"
    settings.options["compression_level"] = "\(compressionLevel(plan.speed))"
    settings.options["profile"] = profile(planned, plan)
    if let level = plan.level {
      // As the streams write it: ITU-T H.264 7.4.2.1.1 and H.265 A.4.
      settings.options["level"] = "\((level.major * 10 + level.minor) * (planned.codec == .hevc ? 3 : 1))"
    }
    if planned.limits.isLowPowerOnly { settings.options["low_power"] = "1" }
    control(planned, plan, &settings)
    let device = planned.device.map { EncoderRecipe.Device(interface: .vaapi, name: $0) }
    return EncoderRecipe(settings: settings, device: device, reorderDepth: bFrames == 0 ? 0 : 2)
  }

  /// The encoders' own name of Baseline says which tools of it they leave out.
  private static func profile(_ planned: PlannedEncoder, _ plan: VideoPlan) -> String {
    plan.profile == .baseline ? "constrained_baseline" : UnitDefaults.profile(planned, plan)
  }

  /// `VAConfigAttribEncQualityRange`: 1 is the slowest. Drivers with fewer levels take their own last one.
  package static func compressionLevel(_ speed: SpeedPreset) -> Int {
    switch speed {
    case .fastest: 7
    case .fast: 6
    case .balanced: 4
    case .slow: 2
    case .slowest: 1
    }
  }

  /// Chooses among the modes that the driver lists, the one that does most of what was asked first.
  private static func control(
    _ planned: PlannedEncoder, _ plan: VideoPlan, _ settings: inout VideoEncoderSettings
  ) {
    let modes = planned.limits.rateControls
    switch planned.rate {
    case .quality(let quality, let ceiling):
      let quantizer = UnitDefaults.quantizer(quality, codec: planned.codec)
      let isCappedOnly = modes.isDisjoint(with: [.constantQuality, .constantQuantizer])
      if modes.contains(.cappedQuality), let ceiling = ceiling ?? (isCappedOnly ? highestRate(plan) : nil) {
        settings.options["rc_mode"] = "QVBR"
        settings.options["global_quality"] = "\(quantizer)"
        settings.bitRate = ceiling
        settings.maximumRate = ceiling
        settings.bufferBits = ceiling.bitsPerSecond * 2
      } else if modes.contains(.constantQuality) {
        settings.options["rc_mode"] = "ICQ"
        settings.options["global_quality"] = "\(quantizer)"
      } else {
        settings.options["rc_mode"] = "CQP"
        settings.options["qp"] = "\(quantizer)"
      }
    case .average(let rate):
      settings.bitRate = rate
      settings.bufferBits = rate.bitsPerSecond * 2
      if modes.contains(.variable) {
        settings.options["rc_mode"] = "VBR"
        settings.maximumRate = BitRate(bitsPerSecond: rate.bitsPerSecond * 3 / 2)
      } else {
        settings.options["rc_mode"] = "CBR"
        settings.maximumRate = rate
      }
    }
  }

  /// A ceiling that no wish for quality meets: half a bit for each pixel.
  private static func highestRate(_ plan: VideoPlan) -> BitRate {
    let pixels = Double(plan.size.width * plan.size.height) * max(plan.frameRate.value, 1)
    return max(.megabits(1), BitRate(bitsPerSecond: Int64(pixels / 2)))
  }
}
