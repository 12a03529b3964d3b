import Capabilities
import Jobs
import Media
import Testing
import VideoCompression

@testable import ImageCompression

/// Which encoders a plan tries, without any device.
@Suite struct CoderPlanTests {
  /// A unit as drivers list it and a trial proved it.
  private static func unit(
    _ backend: Backend, _ path: String, depths: [Int] = [8, 10], to limit: Int = 4096,
    rateControls: Set<RateControlMode> = [.constantQuantizer], codec: VideoCodec = .hevc
  ) -> EncodingDevice {
    let limits = EncoderLimits(
      minimumSize: PixelSize(width: 128, height: 128), maximumSize: PixelSize(width: limit, height: limit),
      rateControls: rateControls)
    return EncodingDevice(
      backend: backend, path: path, name: nil, driver: nil,
      encoders: [8, 10].map { depth in
        DeviceEncoder(
          encoder: "\(codec.rawValue)_\(backend.rawValue)", codec: codec, bitDepth: depth, limits: limits,
          state: depths.contains(depth) ? .proved(seconds: 0.1) : .refused(reason: "the driver doesn't list it"))
      })
  }

  private static let plain = Case(testDescription: "a plain picture")
  private static let both = MachineCapabilities(devices: [unit(.nvenc, "0"), unit(.vaapi, "/dev/dri/renderD128")])
  private static let one = MachineCapabilities(devices: [unit(.vaapi, "/dev/dri/renderD128")])

  /// A picture and what is wished for it.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format = ImageFormat.heic
    var compression = ImageQuality.quality(0.8)
    var layout = PixelFormat.yuv420p
    var size = PixelSize(width: 640, height: 480)
    var keepsAlpha = false
    /// A word of the reason.
    var word = ""
  }

  private func decide(
    _ picture: Case = plain, _ wish: EncoderWish = EncoderWish(),
    on machine: MachineCapabilities = one
  ) throws(CompressionError) -> (result: CoderPlan.Result, decisions: [Decision]) {
    var notes = ImageNotes()
    let result = try CoderPlan(
      wish: wish, machine: machine, format: picture.format, compression: picture.compression, layout: picture.layout,
      size: picture.size, keepsAlpha: picture.keepsAlpha
    ).decide(&notes)
    return (result, notes.decisions)
  }

  private func error(
    _ picture: Case, _ wish: EncoderWish, on machine: MachineCapabilities = one
  ) -> CompressionError? {
    do {
      let made = try decide(picture, wish, on: machine)
      Issue.record("\(made.result.attempts) came out")
      return nil
    } catch {
      return error
    }
  }

  @Test func `video units that a trial proved come first, the processor last, each with a reason`() throws {
    let (result, decisions) = try decide(on: Self.both)
    #expect(result.attempts.map(\.backend) == [.nvenc, .vaapi, .software])
    #expect(result.attempts.dropFirst().allSatisfy { $0.reason.contains("in case hevc_nvenc fails") })
    #expect(decisions.first { $0.what == "backend" }?.choice == "nvenc, 0")
  }

  @Test func `a machine without units has the processor, and nothing to say about it`() throws {
    let (result, decisions) = try decide(on: MachineCapabilities(devices: []))
    #expect(result.attempts == [.processor])
    #expect(decisions.isEmpty)
  }

  @Test func `what was asked for is the only thing tried, unless a fallback is allowed`() throws {
    let alone = try decide(Self.plain, EncoderWish(backend: .vaapi), on: Self.both).result
    #expect(alone.attempts.map(\.backend) == [.vaapi])
    let more = try decide(
      Self.plain, EncoderWish(backend: .vaapi, fallback: .allow), on: Self.both
    ).result
    #expect(more.attempts.map(\.backend) == [.vaapi, .nvenc, .software])
    let named = try decide(Self.plain, EncoderWish(device: "0"), on: Self.both).result
    #expect(named.attempts.map(\.backend) == [.nvenc])
    let processor = try decide(Self.plain, EncoderWish(backend: .software), on: Self.both).result
    #expect(processor.attempts == [.processor])
  }

  static let unsuitable = [
    Case(testDescription: "transparency", keepsAlpha: true, word: "transparency"),
    Case(
      testDescription: "full color", layout: PixelFormat(name: "yuv444p", bitDepth: 8, chromaSubsampling: .yuv444),
      word: "4:2:0"),
    Case(
      testDescription: "gray", layout: PixelFormat(name: "gray", bitDepth: 8, chromaSubsampling: .gray), word: "4:2:0"),
    Case(testDescription: "without loss", compression: .lossless, word: "loss"),
    Case(testDescription: "JPEG", format: .jpeg, word: "JPEG"),
    Case(testDescription: "AVIF", format: .avif, word: "AVIF"),
    Case(testDescription: "an odd side", size: PixelSize(width: 641, height: 480), word: "even"),
    Case(testDescription: "too large", size: PixelSize(width: 4098, height: 480), word: "4096x4096"),
    Case(testDescription: "too small", size: PixelSize(width: 126, height: 480), word: "128x128"),
  ]

  @Test(arguments: unsuitable)
  func `what a unit can't code goes to the processor with a reason, and is refused where a unit was asked for`(
    picture: Case
  ) throws {
    let (result, decisions) = try decide(picture)
    #expect(result.attempts.map(\.backend) == [.software])
    #expect(decisions.contains { $0.reason.contains(picture.word) }, "\(decisions)")
    let refusal = error(picture, EncoderWish(backend: .vaapi))
    #expect(refusal?.code == .notSupported)
    #expect(refusal?.message.contains(picture.word) == true)
    let allowed = try decide(picture, EncoderWish(backend: .vaapi, fallback: .allow)).result
    #expect(allowed.attempts.map(\.backend) == [.software])
  }

  @Test func `ten bits need an encoder that was proved with ten`() throws {
    let shallow = MachineCapabilities(devices: [
      Self.unit(.vaapi, "/dev/dri/renderD128", depths: [8]), Self.unit(.vaapi, "/dev/dri/renderD129"),
    ])
    let picture = Case(testDescription: "ten bits", layout: .yuv420p10)
    let (result, decisions) = try decide(picture, on: shallow)
    #expect(result.attempts.map { $0.unit?.device } == ["/dev/dri/renderD129", nil])
    #expect(result.refusals.map(\.device) == ["/dev/dri/renderD128"])
    #expect(decisions.contains { $0.choice == "not hevc_vaapi" && $0.reason.contains("10 bits") })
  }

  @Test func `a unit that keeps no quality, has no HEVC or hung is none, and the refusal says which`() throws {
    let rate = MachineCapabilities(devices: [Self.unit(.vaapi, "a", rateControls: [.constant])])
    #expect(error(EncoderWish(backend: .vaapi), on: rate)?.message.contains("no way to keep a quality") == true)
    #expect(try decide(on: rate).result.attempts == [.processor])
    let other = MachineCapabilities(devices: [Self.unit(.vaapi, "a", codec: .h264)])
    #expect(error(EncoderWish(backend: .vaapi), on: other)?.code == .notSupported)
    let hung = MachineCapabilities(devices: [
      EncodingDevice(
        backend: .vaapi, path: "a", name: nil, driver: nil,
        problem: DeviceProblem(kind: .hung, message: "the driver doesn't answer"))
    ])
    #expect(error(EncoderWish(backend: .vaapi), on: hung)?.message.contains("doesn't answer") == true)
    let none = MachineCapabilities(
      devices: [], absences: [BackendAbsence(backend: .vaapi, reason: "VA-API: no render node in /dev/dri")])
    #expect(error(EncoderWish(backend: .vaapi), on: none)?.message.contains("no render node") == true)
  }

  @Test func `drivers are only asked where a unit may code the result`() {
    let any = EncoderWish()
    #expect(CoderPlan.mayUseUnit(.automatic, as: .heic, any))
    #expect(!CoderPlan.mayUseUnit(.automatic, as: .jpeg, any))
    #expect(!CoderPlan.mayUseUnit(.automatic.lossless(), as: .heic, any))
    #expect(!CoderPlan.mayUseUnit(.automatic, as: .heic, EncoderWish(backend: .software)))
    #expect(CoderPlan.mayUseUnit(.automatic, as: .heic, EncoderWish(backend: .software, fallback: .allow)))
  }

  private func error(_ wish: EncoderWish, on machine: MachineCapabilities) -> CompressionError? {
    error(Self.plain, wish, on: machine)
  }
}
