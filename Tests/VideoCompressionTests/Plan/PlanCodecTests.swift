import Capabilities
import Media
import Testing
import VideoCompression

@Suite("A plan's codec and layout")
struct PlanCodecTests {
  static let pq = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NonConstant, range: .limited)

  @Test("Without a wish the codec is HEVC, and says so")
  func prefersHEVC() throws {
    let plan = try Source().plan()
    #expect(plan.encoder?.codec == .hevc)
    #expect(plan.encoder?.encoder == "libx265")
    #expect(plan.choices("codec") == ["hevc"])
  }

  @Test("A picture too small for HEVC becomes H.264 with the limit as reason")
  func fallsBackWhenSmall() throws {
    let plan = try Source(streams: [.film(size: PixelSize(width: 1, height: 1), format: .yuv444)]).plan()
    #expect(plan.encoder?.codec == .h264)
    #expect(plan.video.size == PixelSize(width: 2, height: 2))
    #expect(plan.choices("codec") == ["h264"])
    #expect(plan.decisions.contains { $0.reason.contains("16x16") && $0.reason.contains("2x2") })
  }

  @Test("An explicit codec that can't carry the size is refused with size and limit")
  func refusesExplicit() {
    let small = Source(streams: [.film(size: PixelSize(width: 8, height: 8))]).refusal { $0.video(.video(.hevc)) }
    #expect(small?.code == .notSupported)
    #expect(small?.message.contains("8x8") == true)
    #expect(small?.message.contains("16x16") == true)
    let limited = [EncoderCapability.encoder("h264", .h264, depths: [8], from: 2, to: 4_096)]
    let large = Source(streams: [.film(size: PixelSize(width: 7_680, height: 4_320))])
      .refusal({ $0.video(.video(.h264)) }, with: limited)
    #expect(large?.code == .notSupported)
    #expect(large?.message.contains("4096x4096") == true)
  }

  @Test("Without any encoder the job is refused")
  func refusesWithoutEncoders() {
    #expect(Source().refusal(with: [])?.code == .notSupported)
  }

  @Test("The first encoder that fits is tried, the others stand behind it, those that don't fit are decisions")
  func orderOfEncoders() throws {
    let small = EncoderCapability.encoder("small", .hevc, depths: [8], from: 16, to: 640, backend: .vaapi)
    let first = EncoderCapability.encoder("first", .hevc, depths: [8], from: 16, backend: .vaapi)
    let plan = try Source().plan(with: [small, first, .hevc, .h264])
    #expect(plan.encoder?.encoder == "first")
    #expect(plan.choices("encoder") == ["not small"])
    let names = plan.attempts.filter { $0.condition == .unlessSucceeded }.map(\.film)
    #expect(names.count == 2)
    let software = try Source().plan({ $0.backend(.software) }, with: [small, first, .hevc, .h264])
    #expect(software.encoder?.encoder == "libx265")
    #expect(software.choices("encoder") == [])
  }

  @Test("Eight bits stay eight without a step when nothing changes")
  func keepsPlain() throws {
    let plan = try Source().plan()
    #expect(plan.video.pixelFormat == .yuv420p)
    #expect(plan.video.steps == [])
    #expect(plan.video.color == ColorDescription())
  }

  @Test("Full range stays in the color, not in the format's name, and costs no step")
  func fullRange() throws {
    let color = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .full)
    let plan = try Source(streams: [.film(format: .yuvj420p, color: color)]).plan()
    #expect(plan.video.pixelFormat == .yuv420p)
    #expect(plan.video.color == color)
    #expect(plan.video.steps == [])
  }

  @Test("More than eight bits become ten in HEVC", arguments: [9, 10, 12, 16])
  func deepPictures(bits: Int) throws {
    let format = PixelFormat(name: "yuv420p\(bits)le", bitDepth: bits, chromaSubsampling: .yuv420)
    let plan = try Source(streams: [.film(format: format)]).plan()
    #expect(plan.video.pixelFormat == .yuv420p10)
    #expect(plan.video.steps.isEmpty == (bits == 10))
    #expect(plan.choices("bit depth").isEmpty == (bits == 10))
  }

  @Test("Ten bits of standard range become eight in H.264, with a word")
  func deepToH264() throws {
    let plan = try Source(streams: [.film(format: .yuv420p10)]).plan { $0.video(.video(.h264)) }
    #expect(plan.video.pixelFormat == .yuv420p)
    #expect(plan.decisions.contains { $0.what == "bit depth" && $0.reason.contains("dithered") })
    #expect(plan.video.steps == [.scale(PixelSize(width: 1280, height: 720), .yuv420p)])
  }

  @Test("High dynamic range keeps ten bits and its tags in HEVC, also from eight")
  func hdr() throws {
    let deep = try Source(streams: [.film(format: .yuv420p10, color: Self.pq, hdr: HDRDescription(kind: .pq))]).plan()
    #expect(deep.video.pixelFormat == .yuv420p10)
    #expect(deep.video.color == Self.pq)
    let hlg = ColorDescription(transfer: .hlg)
    let raised = try Source(streams: [.film(color: hlg, hdr: HDRDescription(kind: .hlg))]).plan()
    #expect(raised.video.pixelFormat == .yuv420p10)
    #expect(raised.choices("bit depth") == ["10"])
  }

  @Test("High dynamic range that is to be preserved is refused for H.264 with the remedy, and never falls back to it")
  func refusesHDRToH264() {
    let source = Source(streams: [.film(format: .yuv420p10, color: Self.pq)])
    let error = source.refusal { $0.video(.video(.h264).color(.preserve)) }
    #expect(error?.code == .notSupported)
    #expect(error?.remedy?.contains("--codec hevc") == true)
    #expect(source.refusal({ $0.video(.automatic.color(.preserve)) }, with: [.h264])?.code == .notSupported)
    let dolby = Source(streams: [.film(hdr: HDRDescription(kind: .dolbyVision))])
    #expect(dolby.refusal { $0.video(.video(.h264).color(.preserve)) }?.code == .notSupported)
  }

  @Test("Metadata of high dynamic range is carried, and what can't be is named in a warning")
  func warnsOfMetadata() throws {
    let hdr = HDRDescription(
      kind: .hdr10, contentLight: ContentLightLevel(maximumContentLight: 1_000, maximumFrameAverageLight: 400))
    let plan = try Source(streams: [.film(format: .yuv420p10, color: Self.pq, hdr: hdr)]).plan()
    #expect(plan.video.hdr == HDRPlan(kind: .hdr10, contentLight: hdr.contentLight))
    #expect(plan.warnings == [])
    let plain = try Source(streams: [.film(format: .yuv420p10, color: Self.pq, hdr: HDRDescription(kind: .pq))]).plan()
    #expect(plain.warnings == [])
  }

  @Test("Dolby Vision without a picture of its own is refused")
  func refusesProfile5() {
    let hdr = HDRDescription(
      kind: .dolbyVision,
      dolbyVision: DolbyVisionConfiguration(profile: 5, level: 6, baseLayerCompatibility: 0))
    #expect(Source(streams: [.film(format: .yuv420p10, hdr: hdr)]).refusal()?.code == .notSupported)
  }

  @Test("Other chroma becomes 4:2:0 with a step and a word", arguments: ["yuv422p", "yuv444p", "yuv411p", "gray"])
  func chroma(name: String) throws {
    let kinds: [String: ChromaSubsampling] = [
      "yuv422p": .yuv422, "yuv444p": .yuv444, "yuv411p": .yuv411, "gray": .gray,
    ]
    let format = PixelFormat(name: name, bitDepth: 8, chromaSubsampling: kinds[name] ?? .gray)
    let plan = try Source(streams: [.film(format: format)]).plan()
    #expect(plan.video.steps == [.scale(PixelSize(width: 1280, height: 720), .yuv420p)])
    #expect(plan.choices("chroma") == ["4:2:0"])
  }

  @Test("Red, green and blue get the matrix of their size and limited range", arguments: [(720, 1), (576, 6)])
  func rgb(lines: Int, matrix: Int) throws {
    let format = PixelFormat(name: "gbrp", bitDepth: 8, chromaSubsampling: .rgb)
    let color = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .rgb, range: .full)
    let plan = try Source(streams: [.film(size: PixelSize(width: 640, height: lines), format: format, color: color)])
      .plan()
    #expect(plan.video.color.matrix.rawValue == matrix)
    #expect(plan.video.color.range == .limited)
    #expect(plan.video.color.primaries == .bt709)
    #expect(plan.choices("color").count == 1)
  }

  @Test("Transparency is dropped with a word")
  func alpha() throws {
    #expect(try Source(streams: [.film(hasAlpha: true)]).plan().choices("transparency") == ["dropped"])
  }

  @Test("A film whose layout is unknown is laid out anew")
  func unknownLayout() throws {
    #expect(try Source(streams: [.film(format: nil)]).plan().video.steps.count == 1)
  }
}

extension PixelFormat {
  static let yuv444 = PixelFormat(name: "yuv444p", bitDepth: 8, chromaSubsampling: .yuv444)
}
