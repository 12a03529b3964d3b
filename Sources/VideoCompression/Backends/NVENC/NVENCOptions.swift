internal import Capabilities
internal import FFmpeg
internal import Media

/// All that Swage knows of FFmpeg's NVENC encoders: what a quality, a rate and a speed mean in their options.
package enum NVENCOptions {
  /// How an encoder is opened to carry out a plan.
  static func recipe(for planned: PlannedEncoder, plan: VideoPlan) -> EncoderRecipe {
    var settings = VideoEncoderSettings(planned, plan: plan)
    settings.keyframeInterval = plan.keyframeInterval ?? UnitDefaults.keyframeInterval
    let bFrames = min(planned.limits.maximumBFrames, 3)
    settings.options["bf"] = "\(bFrames)"
    settings.options["preset"] = preset(plan.speed)
    settings.options["tune"] = "hq"
    settings.options["profile"] = UnitDefaults.profile(planned, plan)
    if let level = plan.level { settings.options["level"] = "\(level)" }
    if planned.limits.hasLookahead, plan.speed >= .balanced { settings.options["rc-lookahead"] = "20" }
    control(planned, speed: plan.speed, &settings)
    let device = planned.device.map { EncoderRecipe.Device(interface: .cuda, name: $0) }
    return EncoderRecipe(settings: settings, device: device, reorderDepth: bFrames == 0 ? 0 : 2)
  }

  /// NVIDIA's own name of an effort.
  package static func preset(_ speed: SpeedPreset) -> String {
    switch speed {
    case .fastest: "p1"
    case .fast: "p3"
    case .balanced: "p5"
    case .slow: "p6"
    case .slowest: "p7"
    }
  }

  /// Chooses among the modes that the driver lists, the one that does most of what was asked first.
  private static func control(
    _ planned: PlannedEncoder, speed: SpeedPreset, _ settings: inout VideoEncoderSettings
  ) {
    let modes = planned.limits.rateControls
    switch planned.rate {
    case .quality(let quality, let ceiling):
      let quantizer = UnitDefaults.quantizer(quality, codec: planned.codec)
      if modes.contains(.constantQuality) || modes.contains(.variable) {
        settings.options["rc"] = "vbr"
        settings.options["cq"] = "\(quantizer)"
        // The encoder would aim at its default average otherwise.
        settings.bitRate = BitRate(bitsPerSecond: 0)
        if let ceiling {
          settings.maximumRate = ceiling
          settings.bufferBits = ceiling.bitsPerSecond * 2
        }
      } else {
        settings.options["rc"] = "constqp"
        settings.options["qp"] = "\(quantizer)"
      }
    case .average(let rate):
      settings.bitRate = rate
      settings.bufferBits = rate.bitsPerSecond * 2
      if modes.contains(.variable) {
        settings.options["rc"] = "vbr"
        settings.maximumRate = BitRate(bitsPerSecond: rate.bitsPerSecond * 3 / 2)
        if speed >= .slow { settings.options["multipass"] = speed == .slow ? "qres" : "fullres" }
      } else {
        settings.options["rc"] = "cbr"
        settings.maximumRate = rate
      }
    }
  }
}
