import Capabilities
import Media
import Testing
import VideoCompression

@Suite("A plan's choice of hardware")
struct PlanHardwareTests {
  static let node = "/dev/dri/renderD128"

  static func unit(
    _ codec: VideoCodec = .hevc, depths: [Int] = [8, 10], to maximum: Int = 4096, backend: Backend = .vaapi,
    device: String? = node, rates: Set<RateControlMode> = [.constantQuantizer, .variable],
    decoding: DeviceDecoding? = nil
  ) -> EncoderCapability {
    EncoderCapability(
      backend: backend, encoder: "\(codec.rawValue)_\(backend.rawValue)", device: device, codec: codec,
      bitDepths: depths,
      limits: EncoderLimits(
        minimumSize: PixelSize(width: 16, height: 16), maximumSize: PixelSize(width: maximum, height: maximum),
        rateControls: rates),
      decoding: decoding)
  }

  private func encoders(_ plan: CompressionPlan) -> [String] {
    plan.attempts.filter { $0.condition == .unlessSucceeded }.compactMap {
      if case .encode(let encoder) = $0.film { encoder.encoder } else { nil }
    }
  }

  @Test("A unit that can carry the film comes first, the processor stands behind it")
  func unitFirst() throws {
    let plan = try Source().plan(with: [Self.unit(), .hevc, .h264])
    #expect(encoders(plan) == ["hevc_vaapi", "libx265"])
    #expect(plan.encoder?.device == Self.node && plan.encoder?.layout == .nv12)
    #expect(plan.choices("backend") == ["vaapi, \(Self.node)"])
  }

  @Test("Ten bits never go to a unit of eight: the processor keeps them")
  func tenBits() throws {
    let film = Source(streams: [.film(format: .yuv420p10)])
    let plan = try film.plan(with: [Self.unit(depths: [8]), .hevc, .h264])
    #expect(encoders(plan) == ["libx265"])
    #expect(plan.video.pixelFormat == .yuv420p10)
    #expect(plan.refusals.map(\.encoder) == ["hevc_vaapi"])
    #expect(plan.refusals.first?.reason.contains("10") == true)
    let refusal = film.refusal({ $0.backend(.vaapi) }, with: [Self.unit(depths: [8]), .hevc])
    #expect(refusal?.code == .notSupported && refusal?.message.contains("hevc_vaapi") == true)
    #expect(try film.plan(with: [Self.unit(), .hevc]).encoder?.layout == .p010)
  }

  @Test("A codec, a size or a rate that a unit lacks goes to the processor, with actual and limit")
  func lacking() throws {
    let huge = Source(streams: [.film(size: PixelSize(width: 7680, height: 4320))])
    #expect(encoders(try Source().plan({ $0.video(.video(.hevc)) }, with: [Self.unit(.h264), .hevc])) == ["libx265"])
    let sized = try huge.plan(with: [Self.unit(), .hevc, .h264])
    #expect(encoders(sized) == ["libx265"])
    #expect(sized.refusals.contains { $0.reason.contains("4096x4096") && $0.reason.contains("7680x4320") })
    let rated = try Source().plan(
      { $0.video(.video().bitRate(.megabits(1))) }, with: [Self.unit(rates: [.constantQuantizer]), .hevc])
    #expect(encoders(rated) == ["libx265"] && rated.refusals.contains { $0.reason.contains("bit rate") })
    let steady = try Source().plan(with: [Self.unit(rates: [.variable]), .hevc])
    #expect(encoders(steady) == ["libx265"] && steady.refusals.contains { $0.reason.contains("quality") })
  }

  @Test("A backend that is asked for fails rather than falls back, unless that is allowed")
  func explicit() throws {
    let encoders = [Self.unit(backend: .nvenc, device: "0"), Self.unit(), .hevc, .h264]
    #expect(self.encoders(try Source().plan({ $0.backend(.vaapi) }, with: encoders)) == ["hevc_vaapi"])
    #expect(
      self.encoders(try Source().plan({ $0.backend(.vaapi).fallback(.allow) }, with: encoders))
        == ["hevc_vaapi", "hevc_nvenc", "libx265"])
    #expect(Source().refusal({ $0.backend(.vaapi) }, with: [.hevc, .h264])?.code == .notSupported)
    #expect(
      self.encoders(try Source().plan({ $0.backend(.nvenc).fallback(.allow) }, with: [.hevc])) == ["libx265"])
  }

  @Test("A device that is asked for is the only one, and an unknown one is told with those that are there")
  func device() throws {
    let other = "/dev/dri/renderD129"
    let encoders = [Self.unit(), Self.unit(device: other), .hevc]
    let plan = try Source().plan({ $0.device(other) }, with: encoders)
    #expect(self.encoders(plan) == ["hevc_vaapi"] && plan.encoder?.device == other)
    let refusal = Source().refusal({ $0.device("/dev/dri/renderD130") }, with: encoders)
    #expect(refusal?.code == .notSupported)
    #expect(refusal?.message.contains("renderD130") == true && refusal?.message.contains("renderD129") == true)
    #expect(Source().refusal({ $0.backend(.software).device("0") }, with: encoders)?.code == .invalidRequest)
  }

  @Test("Pictures stay on a unit that decodes, scales and encodes all of them, and only there")
  func onDevice() throws {
    func place(
      _ source: Source = Source(), canScale: Bool = true, codec: String = "h264",
      _ change: (CompressionRequest) -> CompressionRequest = { $0 }
    ) throws -> DecodingPlace? {
      let decoding = DeviceDecoding(codecs: [.init(name: codec, bitDepth: 8)], canScale: canScale)
      return try source.plan(change, with: [Self.unit(decoding: decoding), .hevc]).encoder?.decoding
    }
    #expect(try place() == .device)
    #expect(try place { $0.video(.video(longSide: 640)) } == .device)
    #expect(try place(canScale: false) == .device)
    #expect(try place(canScale: false) { $0.video(.video(longSide: 640)) } == .processor)
    #expect(try place(codec: "vp9") == .processor)
    #expect(try place(Source(streams: [.film(format: .yuv420p10)])) == .processor)
    #expect(try place { $0.verification(.full) } == .processor)
    #expect(try place { $0.damagePolicy(.salvage) } == .processor)
    #expect(try place { $0.backend(.software) } == .processor)
  }

  @Test("HDR10 that becomes H.264 stays on a unit that tone-maps it, and other films don't")
  func toneMapsOnDevice() throws {
    let display = MasteringDisplay(
      red: nil, green: nil, blue: nil, white: nil, maximumLuminance: 10_000_000, minimumLuminance: 1)
    func place(
      _ transfer: TransferCharacteristics = .pq, display: MasteringDisplay? = display, offersIt: Bool = true,
      _ settings: VideoSettings = .video(.h264)
    ) throws -> DecodingPlace? {
      let color = ColorDescription(primaries: .bt2020, transfer: transfer, matrix: .bt2020NonConstant)
      let hdr = HDRDescription(kind: transfer == .pq ? .hdr10 : .hlg, masteringDisplay: display)
      let source = Source(streams: [.film(codec: "hevc", format: .yuv420p10, color: color, hdr: hdr)])
      let decoding = DeviceDecoding(
        codecs: [.init(name: "hevc", bitDepth: 10)], canScale: true, canToneMapHDR10: offersIt)
      let unit = Self.unit(.h264, depths: [8], decoding: decoding)
      return try source.plan({ $0.video(settings) }, with: [unit, .hevc]).encoder?.decoding
    }
    #expect(try place() == .device)
    #expect(try place(.pq, .video(.h264).longSide(640)) == .device)
    #expect(try place(offersIt: false) == .processor)
    #expect(try place(display: nil) == .processor)
    #expect(try place(.hlg) == .processor)
    #expect(try place(.pq, .video(.h264).noiseReduction(.low)) == .processor)
  }
}
