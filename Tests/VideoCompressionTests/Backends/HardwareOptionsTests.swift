import Capabilities
import FFmpeg
import Media
import Testing

@testable import VideoCompression

@Suite("What a wish means to a video unit")
struct HardwareOptionsTests {
  private static let plan = VideoPlan(
    streamIndex: 0, steps: [], size: PixelSize(width: 1280, height: 720), pixelAspect: Rational(1, 1),
    orientation: .up, pixelFormat: .yuv420p, color: ColorDescription(primaries: .bt709), frameRate: Rational(30, 1),
    timeBase: Rational(1, 30), keyframeInterval: nil, speed: .balanced, frameCount: 30)

  private func recipe(
    _ backend: Backend, _ rate: PlannedRate, modes: Set<RateControlMode>, codec: VideoCodec = .hevc,
    layout: PixelFormat = .nv12, bFrames: Int = 0, lowPower: Bool = false, plan: VideoPlan = plan
  ) -> EncoderRecipe {
    PlannedEncoder(
      backend: backend, encoder: "\(codec.rawValue)_\(backend.rawValue)", device: "0", codec: codec, rate: rate,
      layout: layout,
      limits: EncoderLimits(
        minimumSize: PixelSize(width: 16, height: 16), maximumSize: PixelSize(width: 4096, height: 4096),
        maximumBFrames: bFrames, rateControls: modes, isLowPowerOnly: lowPower)
    ).recipe(plan: plan, threads: ThreadBudget(cores: 1))
  }

  @Test(
    "VA-API takes the mode that does most of what was asked, among those that the driver lists",
    arguments: [
      ([.constantQuantizer, .constantQuality, .cappedQuality], .quality(0.7, ceiling: .megabits(4)), "QVBR"),
      ([.constantQuantizer, .constantQuality, .cappedQuality], .quality(0.7, ceiling: nil), "ICQ"),
      ([.constantQuantizer], .quality(0.7, ceiling: .megabits(4)), "CQP"),
      ([.variable, .constant], .average(.megabits(2)), "VBR"), ([.constant], .average(.megabits(2)), "CBR"),
    ] as [(Set<RateControlMode>, PlannedRate, String)])
  func vaapiModes(modes: Set<RateControlMode>, rate: PlannedRate, mode: String) {
    #expect(recipe(.vaapi, rate, modes: modes).settings.options["rc_mode"] == mode)
  }

  @Test(
    "NVENC keeps a quality by a variable rate, or by a fixed quantizer",
    arguments: [
      ([.constantQuantizer, .variable], .quality(0.7, ceiling: nil), "vbr", "cq"),
      ([.constantQuantizer], .quality(0.7, ceiling: nil), "constqp", "qp"),
    ] as [(Set<RateControlMode>, PlannedRate, String, String)])
  func nvencModes(modes: Set<RateControlMode>, rate: PlannedRate, mode: String, key: String) {
    let options = recipe(.nvenc, rate, modes: modes).settings.options
    #expect(options["rc"] == mode && options[key] == "24")
  }

  @Test("A better quality is a smaller quantizer on every unit, within the codec's range")
  func quantizers() {
    for codec in VideoCodec.allCases {
      let steps = stride(from: 0.0, through: 1.0, by: 0.1)
      let values = steps.map { UnitDefaults.quantizer($0, codec: codec) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
      #expect(values.allSatisfy { (1...51).contains($0) })
      #expect(Set(values).count > 8)
    }
  }

  @Test("Ten bits, low power and frames between others become options of their own")
  func details() {
    let vaapi = recipe(
      .vaapi, .quality(0.7, ceiling: nil), modes: [.constantQuantizer], layout: .p010, bFrames: 7, lowPower: true)
    #expect(vaapi.settings.options["profile"] == "main10" && vaapi.settings.options["low_power"] == "1")
    #expect(vaapi.settings.options["bf"] == "2" && vaapi.reorderDepth == 2)
    #expect(vaapi.device == EncoderRecipe.Device(interface: .vaapi, name: "0"))
    let nvenc = recipe(.nvenc, .quality(0.7, ceiling: nil), modes: [.variable], codec: .h264)
    #expect(nvenc.settings.options["profile"] == "high" && nvenc.settings.options["bf"] == "0")
    #expect(nvenc.reorderDepth == 0 && nvenc.device?.interface == .cuda)
    let software = recipe(.software, .quality(0.7, ceiling: nil), modes: [])
    #expect(software.device == nil && software.reorderDepth == nil)
  }
}
