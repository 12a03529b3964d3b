import Capabilities
import FoundationEssentials
import Media
import Testing

@testable import VideoCompression

@Suite("A plan of what is drawn") struct PlanDrawingTests {
  private func plan(
    _ source: Source = Source(), _ facts: DrawingFacts = .artist,
    with capabilities: [EncoderCapability] = .x26x, to destination: String = "/films/out.mp4",
    _ change: (CompressionRequest) -> CompressionRequest = { $0 }
  ) throws(CompressionError) -> CompressionPlan {
    let request = CompressionRequest(from: URL(filePath: "/films/in"), to: .file(URL(filePath: destination)))
    return try Planner(
      request: change(request), source: source.description, machine: MachineCapabilities(capabilities),
      destination: destination, replacesSource: false, drawing: facts
    ).plan()
  }

  private static let mark = Watermark(URL(filePath: "/logo.png"), opacity: 0.5)
  private static let subtitled = Source(streams: [
    .film(), .sound(1), .subtitles(2, codec: "subrip"), .subtitles(3, codec: "hdmv_pgs_subtitle", isText: false),
    .subtitles(4, codec: "eia_608"),
  ])

  @Test("nothing is drawn where nothing is asked for") func nothing() throws {
    let plan = try Source().plan()
    #expect(plan.video.drawing.isNothing && plan.choices("drawing") == [])
  }

  @Test("the plan says that the caller draws") func artist() throws {
    let plan = try plan()
    #expect(plan.video.drawing == DrawingPlan(callsArtist: true))
    #expect(plan.choices("drawing").count == 1)
  }

  @Test("what is drawn on stands upright with square pixels, in every container", arguments: ["mp4", "mov", "mkv"])
  func upright(container: String) throws {
    let turned = Source(streams: [
      .film(size: PixelSize(width: 720, height: 576), aspect: Rational(16, 11), orientation: .right)
    ])
    let plan = try plan(turned, to: "/films/out.\(container)")
    #expect(plan.video.orientation == .up && plan.video.pixelAspect == Rational(1, 1))
    #expect(plan.video.size == PixelSize(width: 576, height: 1046))
    #expect(plan.choices("rotation") == ["bake"] && plan.choices("pixel aspect") == ["1/1"])
    #expect(plan.video.steps.contains(.orient(.right)))
    let wide = Source(streams: [.film(size: PixelSize(width: 640, height: 360), aspect: Rational(2, 1))])
    #expect(try self.plan(wide).video.size == PixelSize(width: 1280, height: 360))
  }

  @Test("a source can't stand in for what is drawn on, nor can its packets") func unmet() throws {
    let kinds: [(CompressionPlan, String)] = [
      (try plan(), "caller"),
      (
        try plan(.init(), .image(PixelSize(width: 20, height: 20))) { $0.video(.automatic.watermark(Self.mark)) },
        "watermark"
      ),
      (try plan(Self.subtitled, .none) { $0.video(.automatic.burnedSubtitles(.track(1))) }, "subtitles"),
    ]
    for (plan, word) in kinds {
      guard case .fail(let wishes) = plan.whenNotSmaller else {
        Issue.record("the source would be kept")
        continue
      }
      #expect(wishes.contains { $0.contains(word) }, "\(wishes)")
      #expect(!plan.attempts.contains { $0.film == .copyPackets })
    }
  }

  @Test("a unit that could decode doesn't where something is drawn") func decoding() throws {
    let unit = PlanHardwareTests.unit(
      decoding: DeviceDecoding(codecs: [.init(name: "h264", bitDepth: 8)], canScale: true))
    #expect(try Source().plan(with: [unit, .hevc]).encoder?.decoding == .device)
    let drawn = try plan(with: [unit, .hevc])
    #expect(drawn.encoder?.decoding == .processor && drawn.choices("decoding") == ["by the processor"])
  }

  @Test("a watermark is placed in the result's pixels, and made smaller where it is larger") func watermark() throws {
    let small = try plan(.init(), .image(PixelSize(width: 100, height: 50))) {
      $0.video(.video(longSide: 640).watermark(Self.mark))
    }
    #expect(
      small.video.drawing.watermark
        == WatermarkPlan(image: "/logo.png", x: 532, y: 302, size: PixelSize(width: 100, height: 50), opacity: 0.5))
    let large = try plan(.init(), .image(PixelSize(width: 2560, height: 720))) {
      $0.video(.automatic.watermark(Self.mark))
    }
    #expect(large.video.drawing.watermark?.size == PixelSize(width: 1280, height: 360))
    #expect(large.choices("watermark") == ["1280x360"])
  }

  @Test("an opacity that is no share is refused", arguments: [-0.1, 1.1, .nan]) func opacity(value: Double) {
    let error = #expect(throws: CompressionError.self) {
      try plan(.init(), .image(PixelSize(width: 1, height: 1))) {
        $0.video(.automatic.watermark(Watermark(URL(filePath: "/logo.png"), opacity: value)))
      }
    }
    #expect(error?.code == .invalidRequest && error?.message.contains("opacity") == true)
  }

  @Test("a burned track isn't kept as a track, the others are", arguments: ["mp4", "mkv"])
  func burned(container: String) throws {
    let plan = try plan(Self.subtitled, .none, to: "/films/out.\(container)") {
      $0.video(.automatic.burnedSubtitles(.track(1)))
    }
    #expect(plan.action(2) == .absorb && plan.reason(2)?.contains("part of the picture") == true)
    #expect(plan.action(3) == (container == "mkv" ? .copy : .drop))
    #expect(
      plan.video.drawing.subtitles
        == BurnedSubtitlesPlan(path: "/films/in", streamIndex: 2, isOwnFile: false, isText: true, zero: 0))
    let pictures = try self.plan(Self.subtitled, .none) { $0.video(.automatic.burnedSubtitles(.track(2))) }
    #expect(pictures.action(3) == .absorb && pictures.video.drawing.subtitles?.isText == false)
    #expect(!pictures.warnings.contains { $0.contains("left out") && $0.contains("3") })
  }

  @Test("a burned track doesn't count as the one that is kept") func first() throws {
    let film = Source(streams: [.film(), .subtitles(1, codec: "subrip"), .subtitles(2, codec: "subrip")])
    let plan = try plan(film, .none) { $0.video(.automatic.burnedSubtitles(.track(1))).tracks(.first) }
    #expect(plan.action(1) == .absorb && plan.action(2) == .convertSubtitles(to: .movText))
    let other = try self.plan(film, .none) { $0.video(.automatic.burnedSubtitles(.track(2))).tracks(.first) }
    #expect(other.action(1) == .convertSubtitles(to: .movText) && other.action(2) == .absorb)
  }

  @Test("a track that isn't there, or can't be drawn, is refused with what there is") func refused() {
    let refusal = { (number: Int) -> CompressionError? in
      do throws(CompressionError) {
        _ = try plan(Self.subtitled, .none) { $0.video(.automatic.burnedSubtitles(.track(number))) }
        return nil
      } catch {
        return error
      }
    }
    for number in [0, -1, 4] {
      #expect(refusal(number)?.code == .invalidRequest && refusal(number)?.remedy?.contains("1 to 3") == true)
    }
    #expect(refusal(3)?.code == .notSupported)
    var facts = DrawingFacts()
    facts.canDrawText = false
    let error = #expect(throws: CompressionError.self) {
      try plan(Self.subtitled, facts) { $0.video(.automatic.burnedSubtitles(.track(1))) }
    }
    #expect(error?.code == .notSupported && error?.message.contains("libass") == true)
  }

  @Test("the times of a file of subtitles count from the recording's beginning, also behind a trim") func zero() throws
  {
    let late = Source(
      kind: .mpegts, start: 1.4, streams: [.film(start: 1.4)])
    var facts = DrawingFacts()
    facts.subtitleFile = .init(streamIndex: 0, isText: true)
    let file = SubtitleSource.file(URL(filePath: "/films/a.srt"))
    let plan = try plan(late, facts) { $0.video(.automatic.burnedSubtitles(file)).trim(from: 2) }
    #expect(plan.video.drawing.subtitles?.zero == 1.4 && plan.timeline.origin == 3.4)
    let clock = SubtitleClock(plan.timeline, zero: 1.4)
    #expect(clock.seconds(2_000_000) == 0 && clock.seconds(2_500_000) == 0.5 && clock.seconds(0) == -2)
  }
}

extension DrawingFacts {
  fileprivate static let artist: DrawingFacts = {
    var facts = DrawingFacts()
    facts.hasArtist = true
    return facts
  }()

  fileprivate static func image(_ size: PixelSize) -> DrawingFacts {
    var facts = DrawingFacts()
    facts.watermarkSize = size
    return facts
  }
}
