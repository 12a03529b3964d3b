import Capabilities
import Media
import Testing

@testable import VideoCompression

@Suite("A plan's frame rate and speed")
struct PlanTimeTests {
  /// A reducer that chooses what a test says.
  private struct Chosen: FrameReducer {
    let positions: [Int]?
    func keptFrames(of frames: [FrameSummary], atMost rate: Double, duration: Double) -> [Int]? { positions }
  }

  private func plan(
    _ source: Source = Source(), reducer: (any FrameReducer)? = nil, frames: FilmFrames? = nil,
    _ change: (CompressionRequest) -> CompressionRequest
  ) throws -> CompressionPlan {
    try Planner(
      request: change(source.request), source: source.description, machine: MachineCapabilities(.x26x),
      destination: "/films/out.mp4", replacesSource: false, frames: frames, reducer: reducer
    ).plan()
  }

  @Test("An exact rate has its own clock and fills the film to its end")
  func constant() throws {
    let plan = try plan { $0.video(.automatic.fps(Rational(30_000, 1_001))) }
    #expect(plan.video.timeBase == Rational(1_001, 30_000) && plan.video.isConstantFrameRate)
    #expect(plan.video.frameRate == Rational(30_000, 1_001))
    #expect(plan.video.selection == .constant(until: 300) && plan.video.frameCount == 300)
    let part = try self.plan { $0.video(.automatic.fps(10)).trim(from: 1, to: 2) }
    #expect(part.video.frameCount == 10)
  }

  @Test("A cap chooses frames by their times; one that isn't exceeded changes nothing")
  func cap() throws {
    let capped = try plan { $0.video(.automatic.maximumFPS(24)) }
    #expect(capped.video.frameCount == 240)
    guard case .chosen(let times) = capped.video.selection else {
      Issue.record("nothing was chosen")
      return
    }
    #expect(times.count == 240 && times.first == 0 && times[12] == 13 * 512)
    #expect(capped.video.isConstantFrameRate == false)
    let half = try plan(Source(streams: [.film(frames: 500, rate: 50, nominal: Rational(50, 1))])) {
      $0.video(.automatic.maximumFPS(25))
    }
    #expect(half.video.isConstantFrameRate && half.video.frameRate == Rational(25, 1))
    let free = try plan { $0.video(.automatic.maximumFPS(25)) }
    #expect(free.video.selection == .all && free.choices("frame rate") == ["every frame"])
    #expect(free.whenNotSmaller != .keepSource || free.video.frameCount == 250)
  }

  @Test("The caller's reducer is asked, and nonsense from it is refused")
  func reducer() throws {
    let kept = try plan(reducer: Chosen(positions: [0, 7, 100])) { $0.video(.automatic.maximumFPS(5)) }
    #expect(kept.video.selection == .chosen([0, 7 * 512, 100 * 512]))
    #expect(try plan(reducer: Chosen(positions: nil)) { $0.video(.automatic.maximumFPS(5)) }.video.frameCount == 250)
    for wrong in [[], [0, 0], [3, 2], [0, 250], [-1, 4]] {
      #expect(throws: CompressionError.self, "\(wrong)") {
        try plan(reducer: Chosen(positions: wrong)) { $0.video(.automatic.maximumFPS(5)) }
      }
    }
    // Without a cap it isn't asked.
    #expect(try plan(reducer: Chosen(positions: [])) { $0 }.video.selection == .all)
  }

  @Test("Which pictures have to be looked at is known before: those of the part, where a reducer wants to see them")
  func survey() throws {
    func range(_ change: (CompressionRequest) -> CompressionRequest) throws -> TimeRange? {
      let source = Source()
      return try Planner(
        request: change(source.request), source: source.description, machine: MachineCapabilities(.x26x),
        destination: "/films/out.mp4", replacesSource: false
      ).surveyRange()
    }
    #expect(try range { $0.video(.automatic.maximumFPS(5)) } == nil)
    #expect(try range { $0.video(.automatic.maximumFPS(25, by: .sceneAware)) } == nil)
    #expect(
      try range { $0.video(.automatic.maximumFPS(5, by: .sceneAware)).trim(from: 2, to: 4) }
        == TimeRange(start: 2, end: 4))
  }

  @Test("At another speed a clock runs as much faster, and a constant rate stays one")
  func speed() throws {
    let fast = try plan { $0.speed(Rational(3, 2)) }
    #expect(fast.video.timeBase == Rational(1, 19_200) && fast.video.isConstantFrameRate)
    #expect(fast.video.frameRate == Rational(75, 2) && fast.video.frameCount == 250)
    #expect(abs(fast.timeline.duration - 10 / 1.5) < 1e-9)
    let part = try plan { $0.speed(Rational(1, 2), from: 2, to: 4) }
    #expect(part.timeline.duration == 12 && !part.video.isConstantFrameRate)
    #expect(
      part.timeline.speed == [
        SpeedSegment(start: 0, end: 2, speed: Rational(1, 1)), SpeedSegment(start: 2, end: 4, speed: Rational(1, 2)),
        SpeedSegment(start: 4, end: 10, speed: Rational(1, 1)),
      ])
    #expect(try plan { $0.speed(Rational(2, 2)) }.timeline.speed == [])
  }

  @Test("Where parts overlap, the later one counts, and equal neighbors are one part")
  func overlap() throws {
    let plan = try plan {
      $0.speed(Rational(2, 1), from: 0, to: 6).speed(Rational(4, 2), from: 6, to: 8).speed(
        Rational(1, 4), from: 5, to: 5.5)
    }
    #expect(plan.timeline.speed.map(\.start) == [0, 5, 5.5, 8])
    #expect(plan.timeline.speed.map(\.speed) == [2, 0.25, 2, 1].map { Rational(approximating: $0) }.map(\.reduced))
  }

  @Test("At another speed sound is encoded, and what can't be re-timed is left out with a reason")
  func streams() throws {
    let source = Source(
      kind: .mkv,
      streams: [
        .film(), .sound(1), .sound(2, codec: "none", tag: "apac", isDecodable: false), .subtitles(3, codec: "subrip"),
        .subtitles(4, codec: "dvd_subtitle", isText: false), .subtitles(5, codec: "hdmv_pgs_subtitle", isText: false),
      ])
    let plan = try source.plan({ $0.speed(Rational(2, 1)) }, to: "/films/out.mkv")
    guard case .encodeAudio? = plan.action(1) else {
      Issue.record("the sound isn't encoded")
      return
    }
    #expect(plan.action(2) == .drop && plan.action(4) == .drop && plan.warnings.count == 2)
    #expect(plan.action(3) == .copy && plan.action(5) == .copy)
    #expect(source.refusal { $0.speed(Rational(2, 1)).audio(.copy) }?.code == .invalidRequest)
    let data = Source(streams: [.film(), .other(1, .data, .data, tag: "gpmd")])
    #expect(try data.plan { $0.speed(Rational(2, 1)) }.action(1) == .drop)
  }

  @Test("Bytes are held against the source's kept share, and rates follow the speed")
  func size() throws {
    let plan = try Source().plan { $0.speed(Rational(2, 1)) }
    #expect(plan.sizeLimit == 5_000_000)
    // As many bytes in half the time.
    guard case .quality(_, let ceiling)? = plan.rates.first else { return }
    #expect(ceiling == .kilobits(6_400))
    let slow = try Source().plan { $0.speed(Rational(1, 2)).trim(to: 5) }
    #expect(slow.timeline.duration == 10)
    #expect(slow.sizeLimit == 2_565_536)
    #expect(slow.whenNotSmaller != .keepSource)
  }

  @Test("Numbers out of range are refused")
  func ranges() {
    for wrong in [Rational(1, 5), Rational(5, 1), Rational(0, 1), Rational(1, 0), Rational(-2, 1)] {
      #expect(Source().refusal { $0.speed(wrong) }?.code == .invalidRequest)
    }
    for wrong in [Rational(0, 1), Rational(241, 1), Rational(1, 2), Rational(1, 0)] {
      #expect(Source().refusal { $0.video(.automatic.fps(wrong)) }?.code == .invalidRequest)
    }
    #expect(Source().refusal { $0.speed(Rational(2, 1), from: 12, to: 14) }?.code == .invalidRequest)
    #expect(Source().refusal { $0.speed(Rational(2, 1), from: 4, to: 3) }?.code == .invalidRequest)
  }

  @Test("Frames are made only where something is slower and samples have 8 bits")
  func interpolation() throws {
    func steps(_ plan: CompressionPlan) -> [TransformStep] {
      plan.video.steps.filter { if case .interpolate = $0 { true } else { false } }
    }
    let slow = try plan { $0.speed(Rational(1, 2)).interpolation(.motion) }
    #expect(steps(slow) == [.interpolate(Rational(25, 1))] && slow.video.frameCount == 500)
    #expect(slow.video.isConstantFrameRate && slow.video.frameRate == Rational(25, 1))
    #expect(steps(try plan { $0.speed(Rational(2, 1)).interpolation(.motion) }) == [])
    let deep = try plan(Source(streams: [.film(format: .yuv420p10)])) {
      $0.speed(Rational(1, 2)).interpolation(.motion)
    }
    #expect(steps(deep) == [] && deep.choices("interpolation") == ["none"])
  }
}
