import Media
import Testing
import VideoCompression

@Suite("A plan's dynamic range")
struct PlanColorTests {
  private static let pq = ColorDescription(
    primaries: .bt2020, transfer: .pq, matrix: .bt2020NonConstant, range: .limited)
  private static let hlg = ColorDescription(
    primaries: .bt2020, transfer: .hlg, matrix: .bt2020NonConstant, range: .limited)

  private func film(_ color: ColorDescription, _ hdr: HDRDescription = .sdr) -> Source {
    Source(streams: [.film(codec: "hevc", format: .yuv420p10, color: color, hdr: hdr)])
  }

  @Test("H.264 gets high dynamic range tone-mapped to eight bits of BT.709, with a word", arguments: [pq, hlg])
  func automatic(color: ColorDescription) throws {
    let plan = try film(color).plan { $0.video(.video(.h264)) }
    #expect(plan.encoder?.codec == .h264)
    #expect(plan.video.pixelFormat == .yuv420p)
    #expect(plan.video.color.transfer == .bt709 && plan.video.color.primaries == .bt709)
    #expect(plan.video.color.matrix == .bt709 && plan.video.color.range == .limited)
    guard case .toneMap(let mapping, .yuv420p)? = plan.video.steps.last else {
      Issue.record("\(plan.video.steps)")
      return
    }
    #expect(mapping.source == color)
    #expect(plan.decisions.contains { $0.what == "color" && $0.choice.contains("tone-mapped") })
  }

  @Test("HEVC keeps high dynamic range unless the standard range was asked for")
  func sdr() throws {
    #expect(try film(Self.pq).plan().video.color == Self.pq)
    let plan = try film(Self.pq).plan { $0.video(.video(.hevc).color(.sdr)) }
    #expect(plan.video.pixelFormat == .yuv420p && plan.video.color.transfer == .bt709)
    #expect(plan.whenNotSmaller != .keepSource)
    let standard = try Source().plan { $0.video(.automatic.color(.sdr)) }
    #expect(standard.video.steps == [] && standard.choices("color") == ["kept"])
    #expect(standard.whenNotSmaller == .keepSource)
  }

  @Test("Without HEVC the film is tone-mapped rather than refused")
  func withoutHEVC() throws {
    let plan = try film(Self.hlg).plan(with: [.h264])
    #expect(plan.encoder?.codec == .h264 && plan.video.color.transfer == .bt709)
  }

  @Test("The curve ends at the light that the film's metadata names")
  func peak() throws {
    let light = ContentLightLevel(maximumContentLight: 600, maximumFrameAverageLight: 100)
    let hdr = HDRDescription(kind: .hdr10, contentLight: light)
    let plan = try film(Self.pq, hdr).plan { $0.video(.video(.h264)) }
    guard case .toneMap(let mapping, _)? = plan.video.steps.last else { return #expect(Bool(false)) }
    #expect(mapping.peak == 600)
    #expect(plan.warnings == [], "metadata of a range that is left means nothing any more")
  }

  @Test("A Dolby Vision film whose base layer has the standard range isn't tone-mapped")
  func standardBaseLayer() throws {
    let dolby = DolbyVisionConfiguration(profile: 8, level: 4, baseLayerCompatibility: 2)
    let hdr = HDRDescription(kind: .dolbyVision, dolbyVision: dolby)
    let plan = try film(ColorDescription(), hdr).plan { $0.video(.video(.h264)) }
    #expect(!plan.video.steps.contains { if case .toneMap = $0 { true } else { false } })
  }

  @Test("Without the filter the film is refused with what is missing")
  func missingFilter() {
    do throws(CompressionError) {
      _ = try film(Self.pq).plan({ $0.video(.video(.h264)) }, filters: FilterSupport(canToneMap: false))
      Issue.record("planned")
    } catch {
      #expect(error.code == .notSupported && error.message.contains("zscale"))
    }
  }
}
