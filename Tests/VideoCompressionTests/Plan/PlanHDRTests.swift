import Capabilities
import Media
import Testing

@testable import VideoCompression

@Suite("Plans for what is said beside the samples") struct PlanHDRTests {
  private static let pq = ColorDescription(
    primaries: .bt2020, transfer: .pq, matrix: .bt2020NonConstant, range: .limited)
  private static let light = ContentLightLevel(maximumContentLight: 1_000, maximumFrameAverageLight: 400)

  private func film(
    codec: String = "hevc", size: PixelSize = PixelSize(width: 1280, height: 720),
    vision: DolbyVisionConfiguration? = nil, visionFrames: Int = 250, hdr10Plus: Int = 0
  ) -> Source {
    let kind: HDRKind = vision != nil ? .dolbyVision : hdr10Plus > 0 ? .hdr10Plus : .hdr10
    let hdr = HDRDescription(
      kind: kind, contentLight: Self.light, dolbyVision: vision, hdr10PlusFrames: hdr10Plus,
      dolbyVisionFrames: vision == nil ? 0 : visionFrames)
    return Source(streams: [.film(codec: codec, size: size, format: .yuv420p10, color: Self.pq, hdr: hdr)])
  }

  @Test("Dolby Vision of one layer is carried with its record", arguments: [1, 2, 4])
  func carriesVision(compatibility: Int) throws {
    let record = DolbyVisionConfiguration(profile: 8, level: 3, baseLayerCompatibility: compatibility)
    let plan = try film(vision: record).plan()
    #expect(plan.video.hdr.dolbyVision == record)
    #expect(plan.video.hdr.kind == .dolbyVision)
    #expect(plan.video.hdr.losses == [])
  }

  @Test("a smaller picture gets the level that it needs")
  func level() throws {
    let record = DolbyVisionConfiguration(profile: 8, level: 9, baseLayerCompatibility: 1)
    let source = film(size: PixelSize(width: 3840, height: 2160), vision: record)
    #expect(try source.plan().video.hdr.dolbyVision?.level == 9)
    let small = try source.plan { $0.video(.automatic.longSide(1920)) }
    #expect(small.video.hdr.dolbyVision?.level == 4)
  }

  @Test(
    "levels of Dolby Vision follow width and rate",
    arguments: [
      (1280, 720, 24.0, 1), (1280, 720, 30, 2), (1920, 1080, 24, 3), (1920, 1080, 30, 4), (1920, 1080, 60, 5),
      (3840, 2160, 24, 6), (3840, 2160, 30, 7), (3840, 2160, 48, 8), (3840, 2160, 60, 9), (3840, 2160, 120, 10),
      (7680, 4320, 60, 12), (7680, 4320, 120, 13), (16384, 8640, 120, 13), (2160, 3840, 24, 6), (256, 144, 24, 1),
    ])
  func levels(width: Int, height: Int, rate: Double, level: Int) {
    #expect(
      DolbyVisionConfiguration.level(for: PixelSize(width: width, height: height), frameRate: rate) == level)
  }

  @Test("what can't be carried is named with the reason, and refused where it is to be preserved")
  func losses() throws {
    let two = DolbyVisionConfiguration(
      profile: 7, level: 6, baseLayerCompatibility: 6, hasEnhancementLayer: true)
    let one = DolbyVisionConfiguration(profile: 10, level: 4, baseLayerCompatibility: 1)
    let cases = [
      (film(vision: two), "profile 7"), (film(codec: "av1", vision: one), "av1"),
      (film(vision: .init(profile: 8, level: 4, baseLayerCompatibility: 1), visionFrames: 0), "no frame"),
    ]
    for (source, word) in cases {
      let plan = try source.plan()
      #expect(plan.video.hdr.dolbyVision == nil)
      #expect(plan.video.hdr.kind == .hdr10)
      #expect(plan.video.hdr.losses.map(\.what) == ["Dolby Vision"])
      #expect(plan.warnings.contains { $0.contains("Dolby Vision") && $0.contains(word) }, "\(plan.warnings)")
      let error = source.refusal { $0.video(.automatic.color(.preserve)) }
      #expect(error?.code == .notSupported)
      #expect(error?.message.contains("Dolby Vision") == true)
    }
  }

  @Test("HDR10+ is carried in HEVC; what describes the old picture goes when it is converted")
  func conversion() throws {
    let source = film(hdr10Plus: 250)
    #expect(try source.plan().video.hdr.carriesHDR10Plus)
    let converted = try source.plan { $0.video(.video(.h264)) }
    #expect(converted.video.hdr.kind == .sdr)
    #expect(!converted.video.hdr.carriesHDR10Plus && converted.video.hdr.contentLight == nil)
    #expect(converted.video.hdr.losses.map(\.what) == ["the content light level", "HDR10+"])
  }
}
