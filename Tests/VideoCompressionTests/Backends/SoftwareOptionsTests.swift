import Capabilities
import FFmpeg
import Media
import Testing

@testable import VideoCompression

@Suite("What a wish means to x264 and x265")
struct SoftwareOptionsTests {
  private func recipe(
    _ codec: VideoCodec, speed: SpeedPreset = .balanced, height: Int = 720, tuning: EncoderTuning = .standard,
    cores: Int = 1, makesOneFrame: Bool = false
  ) -> EncoderRecipe {
    let plan = VideoPlan(
      streamIndex: 0, steps: [], size: PixelSize(width: 1280, height: height), pixelAspect: Rational(1, 1),
      orientation: .up, pixelFormat: .yuv420p, color: ColorDescription(primaries: .bt709), frameRate: Rational(30, 1),
      timeBase: Rational(1, 30), keyframeInterval: nil, speed: speed, tuning: tuning, frameCount: 30)
    return PlannedEncoder(
      backend: .software, encoder: codec == .h264 ? "libx264" : "libx265", device: nil, codec: codec,
      rate: .quality(0.7, ceiling: nil), layout: .yuv420p,
      limits: EncoderLimits(
        minimumSize: PixelSize(width: 16, height: 16), maximumSize: PixelSize(width: 8192, height: 8192),
        maximumBFrames: 3, rateControls: [], isLowPowerOnly: false)
    ).recipe(plan: plan, threads: ThreadBudget(cores: cores, makesOneFrame: makesOneFrame))
  }

  private func settings(
    _ codec: VideoCodec, speed: SpeedPreset = .balanced, height: Int = 720, tuning: EncoderTuning = .standard,
    cores: Int = 1
  ) -> VideoEncoderSettings {
    recipe(codec, speed: speed, height: height, tuning: tuning, cores: cores).settings
  }

  @Test(
    "x264 makes four or five frames at once on two cores, fewer of low pictures, and what it likes elsewhere",
    arguments: [
      (2, 1080, 4, 5), (2, 160, 4, 5), (2, 128, 4, 4), (2, 96, 3, 3), (2, 64, 2, 2), (2, 16, 1, 1), (1, 720, 0, 0),
      (4, 720, 0, 0), (16, 2160, 0, 0),
    ])
  func frames(cores: Int, height: Int, fast: Int, balanced: Int) {
    #expect(settings(.h264, speed: .fast, height: height, cores: cores).threads == fast)
    let made = settings(.h264, height: height, cores: cores)
    #expect(made.threads == balanced)
    #expect(made.options["x264-params"] == (balanced > 1 ? "lookahead-threads=2" : nil))
    #expect(settings(.h264, speed: .fast, height: height, cores: cores).options["x264-params"] == nil)
    #expect(settings(.hevc, height: height, cores: cores).threads == 0)
  }

  @Test(
    "x265 makes two frames at once on two and three cores, one of low pictures, and what it likes elsewhere",
    arguments: [
      (2, 720, 2), (3, 480, 2), (2, 478, 1), (1, 720, nil), (4, 720, nil), (16, 256, nil), (16, 254, 1), (2, 64, 1),
    ] as [(Int, Int, Int?)])
  func framesOfHEVC(cores: Int, height: Int, frames: Int?) {
    let made = recipe(.hevc, height: height, cores: cores)
    let parameters = (made.settings.options["x265-params"] ?? "").split(separator: ":")
    #expect(parameters.first { $0.hasPrefix("frame-threads") } == frames.map { "frame-threads=\($0)" })
    #expect(made.patience != nil)
    let careful = recipe(.hevc, height: height, cores: cores, makesOneFrame: true)
    #expect(careful.settings.options["x265-params"]?.contains("frame-threads=1") == true)
    #expect(recipe(.h264, height: height, cores: cores).patience == made.patience)
    #expect(recipe(.h264, height: height, cores: cores, makesOneFrame: true).settings.threads == 1)
  }

  @Test("a larger picture may take x265 longer")
  func patience() throws {
    let (small, large) = (recipe(.hevc, height: 720, cores: 2).patience, recipe(.hevc, height: 2160, cores: 2).patience)
    #expect(try #require(small) > .seconds(20))
    #expect(try #require(large) > #require(small))
  }

  @Test("a recording of a screen gets x265's preset and the settings that were found beside it, a film others")
  func screens() throws {
    for speed in SpeedPreset.allCases {
      let texts = try [EncoderTuning.standard, .screen].map {
        try #require(settings(.hevc, speed: speed, tuning: $0).options["x265-params"])
      }
      #expect(texts[0].contains("aq-strength=0.8") == [.fast, .balanced, .slow].contains(speed))
      #expect(texts[1].hasSuffix("tskip=1:psy-rd=0:psy-rdoq=0") && !texts[1].contains("aq-strength"))
    }
  }

  @Test("what was measured with x264 isn't told x265, and a recording of a screen gets its own settings beside it")
  func films() {
    for speed in SpeedPreset.allCases {
      #expect(settings(.hevc, speed: speed).options["aq-mode"] == nil)
      #expect(settings(.h264, speed: speed, tuning: .screen).options["x264-params"] == "psy=0:deblock=-2,-2")
      let kinds = [EncoderTuning.standard, .screen].map { settings(.h264, speed: speed, tuning: $0).options["aq-mode"] }
      #expect(kinds[0] == kinds[1])
      #expect((settings(.h264, speed: speed).options["aq-mode"] == "2") == [.fast, .balanced].contains(speed))
    }
  }
}
