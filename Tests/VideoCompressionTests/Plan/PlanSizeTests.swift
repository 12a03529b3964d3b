import Media
import Testing
import VideoCompression

@Suite("A plan's picture")
struct PlanSizeTests {
  private func plan(
    _ width: Int, _ height: Int, aspect: Rational = Rational(1, 1), orientation: Orientation = .up,
    to destination: String = "out.mp4", _ settings: VideoSettings = .automatic
  ) throws -> CompressionPlan {
    let film = StreamDescription.film(
      size: PixelSize(width: width, height: height), aspect: aspect, orientation: orientation)
    return try Source(streams: [film]).plan({ $0.video(settings) }, to: destination)
  }

  @Test("480 lines of 1280x720 are 854x480")
  func shortSide() throws {
    let plan = try plan(1280, 720, .automatic.shortSide(480))
    #expect(plan.video.size == PixelSize(width: 854, height: 480))
    #expect(plan.video.pixelAspect == Rational(1, 1))
  }

  @Test(
    "Odd sides lose one pixel and a side of one gains one",
    arguments: [(321, 241, 320, 240), (161, 121, 160, 120), (17, 1, 16, 2), (64, 65, 64, 64)])
  func odd(width: Int, height: Int, evenWidth: Int, evenHeight: Int) throws {
    let plan = try plan(width, height)
    #expect(plan.video.size == PixelSize(width: evenWidth, height: evenHeight))
    #expect(plan.video.steps == [.scale(plan.video.size, .yuv420p)])
    #expect(plan.choices("size").count == 1)
  }

  @Test("A limit above the source enlarges nothing", arguments: [Sizing.longSide(4_000), .shortSide(4_000)])
  func neverEnlarges(limit: Sizing) throws {
    let plan = try plan(1280, 720, VideoSettings.automatic.size(limit))
    #expect(plan.video.size == PixelSize(width: 1280, height: 720))
    #expect(plan.video.steps == [])
    #expect(plan.choices("size").count == 1)
  }

  @Test("A limit holds for the displayed picture of wide pixels, whose aspect stays")
  func widePixels() throws {
    let plan = try plan(640, 360, aspect: Rational(2, 1), .automatic.longSide(640))
    #expect(plan.video.size == PixelSize(width: 320, height: 180))
    #expect(plan.video.pixelAspect == Rational(2, 1))
  }

  @Test("A limit holds for the displayed picture of narrow pixels")
  func narrowPixels() throws {
    let plan = try plan(720, 480, aspect: Rational(10, 11), .automatic.longSide(480))
    #expect(plan.displayedSides[0].rounded() <= 480)
    #expect(abs(plan.displayedSides[0] / plan.displayedSides[1] / (720.0 * 10 / 11 / 480) - 1) <= 0.005)
  }

  @Test("A picture too small for an even shape gets pixels that keep the shape")
  func adjustsAspect() throws {
    let plan = try plan(1000, 350, .automatic.longSide(60))
    let sides = plan.displayedSides
    #expect(sides[0].rounded() <= 60)
    #expect(abs(sides[0] / sides[1] / (1000.0 / 350) - 1) <= 0.005)
    #expect(plan.choices("pixel aspect").count == 1)
  }

  @Test("An odd limit is met from below")
  func oddLimit() throws {
    #expect(try plan(1000, 1000, .automatic.longSide(481)).video.size == PixelSize(width: 480, height: 480))
  }

  @Test("A kept turn stays a note in MP4 and QuickTime, and the stored size isn't turned", arguments: ["mp4", "mov"])
  func keepsTurn(kind: String) throws {
    let plan = try plan(1920, 1080, orientation: .right, to: "out.\(kind)", .automatic.longSide(1280))
    #expect(plan.video.orientation == .right)
    #expect(plan.video.size == PixelSize(width: 1280, height: 720))
    #expect(plan.choices("rotation") == [])
  }

  @Test("A baked turn is done after scaling and swaps the sides")
  func bakesTurn() throws {
    let plan = try plan(1920, 1080, orientation: .leftMirrored, .automatic.longSide(1280).rotation(.bake))
    #expect(plan.video.orientation == .up)
    #expect(plan.video.size == PixelSize(width: 720, height: 1280))
    #expect(
      plan.video.steps == [.scale(PixelSize(width: 1280, height: 720), .yuv420p), .orient(.leftMirrored)])
  }

  @Test("A quarter turn that is baked makes pixels square, so that the displayed size stays")
  func bakesTurnOfWidePixels() throws {
    let plan = try plan(640, 360, aspect: Rational(2, 1), orientation: .right, .automatic.rotation(.bake))
    #expect(plan.video.size == PixelSize(width: 360, height: 1280))
    #expect(plan.video.pixelAspect == Rational(1, 1))
    #expect(plan.choices("pixel aspect") == ["1/1"])
    let half = try self.plan(640, 360, aspect: Rational(2, 1), orientation: .down, .automatic.rotation(.bake))
    #expect(half.video.size == PixelSize(width: 640, height: 360))
    #expect(half.video.pixelAspect == Rational(2, 1))
  }

  @Test("Matroska gets a baked turn with a reason", arguments: Orientation.allCases)
  func matroska(orientation: Orientation) throws {
    let plan = try plan(640, 360, orientation: orientation, to: "out.mkv")
    #expect(plan.video.orientation == .up)
    #expect(plan.video.steps == (orientation == .up ? [] : [.orient(orientation)]))
    #expect(plan.choices("rotation").count == (orientation == .up ? 0 : 1))
    #expect(plan.video.size.width == (orientation.swapsSides ? 360 : 640))
  }

  @Test("Fields become frames before anything else, with a word")
  func deinterlaces() throws {
    let film = StreamDescription.film(size: PixelSize(width: 1920, height: 1080), scan: .topFieldFirst)
    let plan = try Source(streams: [film]).plan { $0.video(.automatic.longSide(1280)) }
    #expect(plan.video.steps == [.deinterlace, .scale(PixelSize(width: 1280, height: 720), .yuv420p)])
    #expect(plan.choices("scan") == ["deinterlaced"])
  }

  @Test(
    "The rate is the container's where it is true, else the measured one, from 1 to 240",
    arguments: [
      (29.97, Rational(30_000, 1_001), Rational(30_000, 1_001)), (10.5, Rational(90_000, 1), Rational(21, 2)),
      (25.0, Rational(50, 1), Rational(25, 1)), (0.2, Rational(1, 5), Rational(1, 1)),
      (1_000.0, Rational(1_000, 1), Rational(240, 1)), (0.0, Rational(24, 1), Rational(24, 1)),
    ])
  func frameRate(measured: Double, nominal: Rational, expected: Rational) throws {
    let plan = try Source(streams: [.film(rate: measured, nominal: nominal)]).plan()
    #expect(plan.video.frameRate == expected)
  }

  @Test(
    "The clock is the source's, or a finer one that meets its ticks",
    arguments: [
      (Rational(1, 90_000), Rational(1, 90_000)), (Rational(1, 1_000), Rational(1, 1_000)),
      (Rational(1_001, 24_000), Rational(1, 24_000)), (Rational(1, 25), Rational(1, 25_000)),
      (Rational(1, 1_000_000_000), Rational(1, 1_000_000)), (Rational(2, 600), Rational(1, 300_000)),
      (Rational(0, 0), Rational(1, 90_000)),
    ])
  func timeBase(source: Rational, expected: Rational) throws {
    #expect(try Source(streams: [.film(timeBase: source)]).plan().video.timeBase == expected)
  }

  @Test("Speed and keyframe interval go into the plan as asked")
  func passesOn() throws {
    let plan = try Source().plan { $0.video(.automatic.speed(.slow).keyframeInterval(48)) }
    #expect(plan.video.speed == .slow)
    #expect(plan.video.keyframeInterval == 48)
  }
}
