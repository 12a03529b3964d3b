import Media
import Testing
import VideoCompression

@Suite("A plan's size and filters")
struct PlanFilterTests {
  private func plan(
    _ width: Int, _ height: Int, aspect: Rational = Rational(1, 1), orientation: Orientation = .up,
    color: ColorDescription = ColorDescription(), format: PixelFormat = .yuv420p,
    seeing analysis: ContentAnalysis? = nil,
    _ settings: VideoSettings
  ) throws -> CompressionPlan {
    let film = StreamDescription.film(
      size: PixelSize(width: width, height: height), aspect: aspect, orientation: orientation, format: format,
      color: color)
    return try Source(streams: [film]).plan({ $0.video(settings) }, seeing: analysis)
  }

  private func look(
    noise: Double = 0, motion: Double = 0.2, screen: Double = 0, black: Double = 0, white: Double = 1
  ) -> ContentAnalysis {
    ContentAnalysis(
      places: 8, noise: noise, motion: motion, screenLikelihood: screen, black: black, white: white)
  }

  @Test("Fit shows the whole picture with bars on two sides, in the middle")
  func fit() throws {
    let wide = try plan(1280, 720, .automatic.size(width: 640, height: 480))
    #expect(wide.video.size == PixelSize(width: 640, height: 480))
    let inner = PixelRectangle(x: 0, y: 60, size: PixelSize(width: 640, height: 360))
    #expect(wide.video.steps == [.scale(inner.size, .yuv420p), .pad(wide.video.size, around: inner)])
    #expect(wide.choices("bars").count == 1)
    let tall = try plan(640, 480, .automatic.size(width: 854, height: 480))
    let middle = PixelRectangle(x: 106, y: 0, size: PixelSize(width: 640, height: 480))
    #expect(tall.video.steps == [.pad(PixelSize(width: 854, height: 480), around: middle)])
  }

  @Test("Fill covers the frame with the middle of the picture")
  func fill() throws {
    let plan = try plan(1280, 720, .automatic.size(width: 480, height: 480, .fill))
    let part = PixelRectangle(x: 280, y: 0, size: PixelSize(width: 720, height: 720))
    #expect(
      plan.video.steps == [.crop(part, of: PixelSize(width: 1280, height: 720)), .scale(plan.video.size, .yuv420p)])
    #expect(plan.choices("crop").count == 1)
  }

  @Test("Stretch distorts, with square pixels")
  func stretch() throws {
    let plan = try plan(720, 480, aspect: Rational(10, 11), .automatic.size(width: 640, height: 640, .stretch))
    #expect(plan.video.steps == [.scale(PixelSize(width: 640, height: 640), .yuv420p)])
    #expect(plan.video.pixelAspect == Rational(1, 1))
  }

  @Test("A side that is left open keeps the shape of the displayed picture")
  func scale() throws {
    #expect(try plan(1280, 720, .automatic.scale(width: 854, height: nil)).video.size.height == 480)
    #expect(try plan(1280, 720, .automatic.scale(width: nil, height: 1080)).video.size.width == 1920)
    #expect(
      try plan(640, 360, aspect: Rational(2, 1), .automatic.scale(width: 640, height: nil)).video.size.height == 180)
    #expect(
      try plan(1280, 720, .automatic.scale(width: 100, height: 300)).video.size == PixelSize(width: 100, height: 300))
    #expect(try plan(1280, 720, .automatic.scale(width: nil, height: nil)).video.steps == [])
  }

  @Test("A size is that of the displayed picture, whether its turn is kept or done", arguments: RotationPolicy.allCases)
  func turned(policy: RotationPolicy) throws {
    let wish = VideoSettings.automatic.size(width: 360, height: 640).rotation(policy)
    let plan = try plan(1280, 720, orientation: .right, wish)
    #expect(
      plan.video.size == (policy == .keep ? PixelSize(width: 640, height: 360) : PixelSize(width: 360, height: 640)))
    #expect(plan.video.steps.first == .scale(PixelSize(width: 640, height: 360), .yuv420p))
    let scaled = try self.plan(
      1280, 720, orientation: .left, VideoSettings.automatic.scale(width: 360, height: nil).rotation(policy))
    #expect(scaled.video.size == plan.video.size)
  }

  @Test("Odd sizes are made even with a word, and sizes out of range are refused")
  func odd() throws {
    let plan = try plan(1280, 720, .automatic.size(width: 641, height: 361))
    #expect(plan.video.size == PixelSize(width: 640, height: 360))
    #expect(plan.choices("size") == ["640x360"])
    #expect(Source().refusal { $0.video(.automatic.size(width: 1, height: 100)) }?.code == .invalidRequest)
    #expect(Source().refusal { $0.video(.automatic.scale(width: nil, height: 40_000)) }?.code == .invalidRequest)
  }

  @Test("Noise is filtered by what was measured, and each strength does more")
  func denoise() throws {
    var strengths: [Double] = []
    for wish in [NoiseReduction.low, .medium, .high] {
      let plan = try plan(1280, 720, seeing: look(noise: 5), .automatic.noiseReduction(wish).longSide(640))
      guard case .denoise(let strength)? = plan.video.steps.first else {
        Issue.record("\(plan.video.steps)")
        return
      }
      strengths.append(strength.spatial)
      #expect(plan.decisions.contains { $0.what == "noise reduction" && $0.reason.contains("5.0") })
      #expect(plan.whenNotSmaller != .keepSource)
    }
    #expect(strengths == strengths.sorted() && Set(strengths).count == 3)
    #expect(strengths[1] == 6)
  }

  @Test("A clean film is left as it is, and the plan says so")
  func clean() throws {
    let plan = try plan(1280, 720, seeing: look(noise: 0.4), .automatic.noiseReduction(.high))
    #expect(plan.video.steps == [])
    #expect(plan.choices("noise reduction") == ["none"])
    #expect(plan.whenNotSmaller == .keepSource)
  }

  @Test("Brightness that leaves a part of the range unused is stretched")
  func levels() throws {
    let plan = try plan(1280, 720, seeing: look(black: 0.2, white: 0.7), .automatic.levels(.automatic))
    #expect(plan.video.steps == [.levels(LevelPoints(black: 0.2, white: 0.7))])
    #expect(plan.choices("levels").count == 1)
  }

  @Test("Brightness stays where the range is used, in films of high dynamic range, and without contrast")
  func levelsKept() throws {
    let full = try plan(1280, 720, seeing: look(black: 0.005, white: 1.02), .automatic.levels(.automatic))
    let hlg = try plan(
      1280, 720, color: ColorDescription(transfer: .hlg), format: .yuv420p10, seeing: look(black: 0.2, white: 0.7),
      .automatic.levels(.automatic))
    let even = try plan(1280, 720, seeing: look(black: 0.5, white: 0.55), .automatic.levels(.automatic))
    for plan in [full, hlg, even] {
      #expect(plan.video.steps == [])
      #expect(plan.choices("levels") == ["kept"])
    }
  }

  @Test("Filters stand in order: fields, noise, crop, scale, levels, turn")
  func order() throws {
    let film = StreamDescription.film(
      size: PixelSize(width: 1280, height: 720), orientation: .right, scan: .topFieldFirst)
    let settings = VideoSettings.automatic.size(width: 480, height: 480, .fill).rotation(.bake).noiseReduction(.low)
      .levels(.automatic)
    let plan = try Source(streams: [film]).plan(
      { $0.video(settings) }, seeing: look(noise: 4, black: 0.1, white: 0.8))
    let names = plan.video.steps.map { "\($0)".prefix { $0 != "(" } }
    #expect(names == ["deinterlace", "denoise", "crop", "scale", "levels", "orient"])
  }
}
