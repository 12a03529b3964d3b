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
    guard case .convertColor(let mapping, .yuv420p)? = plan.video.steps.last else {
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
    guard case .convertColor(let mapping, _)? = plan.video.steps.last else { return #expect(Bool(false)) }
    #expect(mapping.peak == 600)
    #expect(plan.warnings == [], "metadata of a range that is left means nothing any more")
  }

  @Test("A Dolby Vision film whose base layer has the standard range isn't tone-mapped")
  func standardBaseLayer() throws {
    let dolby = DolbyVisionConfiguration(profile: 8, level: 4, baseLayerCompatibility: 2)
    let hdr = HDRDescription(kind: .dolbyVision, dolbyVision: dolby)
    let plan = try film(ColorDescription(), hdr).plan { $0.video(.video(.h264)) }
    #expect(!plan.video.steps.contains { if case .convertColor = $0 { true } else { false } })
  }

  @Test(
    "A film becomes the system of high dynamic range that is asked for, in ten bits of HEVC",
    arguments: [(pq, ColorPolicy.hlg, TransferCharacteristics.hlg), (hlg, .pq, .pq)])
  func otherSystem(color: ColorDescription, policy: ColorPolicy, target: TransferCharacteristics) throws {
    let plan = try film(color).plan { $0.video(.automatic.color(policy)) }
    guard case .convertColor(let conversion, .yuv420p10)? = plan.video.steps.last else {
      Issue.record("\(plan.video.steps)")
      return
    }
    #expect(plan.encoder?.codec == .hevc && plan.video.pixelFormat == .yuv420p10)
    #expect(conversion.source == color && conversion.target == plan.video.color && conversion.peak == 1000)
    #expect(plan.video.color.transfer == target && plan.video.color.primaries == .bt2020)
    #expect(plan.video.color.matrix == .bt2020NonConstant && plan.video.color.range == .limited)
    #expect(plan.whenNotSmaller != .keepSource)
    #expect(plan.choices("color").allSatisfy { $0.contains("converted") })
  }

  @Test("A film that already is what is asked for stays untouched", arguments: [(pq, ColorPolicy.pq), (hlg, .hlg)])
  func already(color: ColorDescription, policy: ColorPolicy) throws {
    let plan = try film(color).plan { $0.video(.automatic.color(policy)) }
    #expect(plan.video.steps == [] && plan.video.color == color && plan.choices("color") == ["kept"])
  }

  @Test("A film of the standard range isn't made one of high dynamic range", arguments: [ColorPolicy.hlg, .pq])
  func standardStays(policy: ColorPolicy) throws {
    let plan = try Source().plan { $0.video(.automatic.color(policy)) }
    #expect(plan.video.steps == [] && plan.video.color.transfer != .hlg && plan.video.color.transfer != .pq)
    #expect(plan.decisions.contains { $0.what == "color" && $0.reason.contains("standard range") })
    #expect(plan.whenNotSmaller == .keepSource)
  }

  @Test("Eight bits refuse high dynamic range that is asked for", arguments: [ColorPolicy.hlg, .pq])
  func eightBits(policy: ColorPolicy) {
    for wishes in [VideoSettings.video(.h264), .video(.hevc).profile(.main)] {
      let error = film(Self.hlg).refusal { $0.video(wishes.color(policy)) }
      #expect(error?.code == .notSupported && error?.remedy?.contains("hevc") == true)
    }
    let error = film(Self.pq).refusal({ $0.video(.automatic.color(policy)) }, with: [.h264])
    #expect(error?.code == .notSupported)
  }

  @Test("A color that no formulas are known for is refused, and kept where it may be") func unknownColor() throws {
    let ictcp = ColorDescription(
      primaries: .bt2020, transfer: .pq, matrix: MatrixCoefficients(rawValue: 14), range: .limited)
    let error = film(ictcp).refusal { $0.video(.video(.h264)) }
    #expect(error?.code == .notSupported && error?.message.contains("ictcp") == true)
    #expect(film(ictcp).refusal({ $0.video(.automatic) }, with: [.h264])?.message.contains("ictcp") == true)
    #expect(try film(ictcp).plan().video.color == ictcp)
  }

  @Test("A film is scaled in ten bits before its light is converted") func scaled() throws {
    let plan = try film(Self.hlg).plan { $0.video(.video(.h264, longSide: 640)) }
    guard case .scale(_, .yuv420p10)? = plan.video.steps.first, case .convertColor? = plan.video.steps.last else {
      Issue.record("\(plan.video.steps)")
      return
    }
  }

  @Test("Dolby Vision of profile 5 is refused whatever becomes of color", arguments: ColorPolicy.allCases)
  func profile5(policy: ColorPolicy) {
    let dolby = DolbyVisionConfiguration(profile: 5, level: 4, baseLayerCompatibility: 0)
    let hdr = HDRDescription(kind: .dolbyVision, dolbyVision: dolby)
    #expect(film(ColorDescription(), hdr).refusal { $0.video(.automatic.color(policy)) }?.code == .notSupported)
  }
}
