internal import CNVENC
internal import Glibc
internal import Media

/// What NVIDIA's driver lists.
struct NVENCListing {
  /// The GPUs, not asked yet, or why there are none. A failure of the driver as a whole is a row without a number.
  let answer: ProbeAnswer
  private let driver: NVIDIADriver?

  /// Starts the driver and counts the GPUs.
  static func begin() -> NVENCListing {
    do throws(ListingFailure) {
      return try start()
    } catch {
      return without(
        ProbeAnswer(devices: [
          EncodingDevice(backend: .nvenc, path: nil, name: nil, driver: kernelModule, problem: error.problem)
        ]))
    }
  }

  private static func start() throws(ListingFailure) -> NVENCListing {
    let driver: NVIDIADriver
    switch try NVIDIADriver.find() {
    case .absent(let names):
      let verb = names.count == 1 ? "isn't" : "aren't"
      return without(.absence(.nvenc, "NVENC: \(names.joined(separator: " and ")) \(verb) installed"))
    case .found(let found): driver = found
    }
    let version = try driver.encoderVersion()
    guard version >= .required else {
      throw ListingFailure(
        .driverTooOld,
        "NVIDIA's driver is too old: required is version \(NVENCVersion.required) of its encoding interface, found is "
          + "\(version)", remedy: "install a newer driver of NVIDIA")
    }
    let started = driver.functions.`init`(0)
    // CUDA_ERROR_NO_DEVICE, which the headers leave out.
    if started.rawValue == 100 {
      return without(
        .absence(.nvenc, "NVENC: NVIDIA's driver is installed, but finds no GPU (\(driver.text(of: started)))"))
    }
    try driver.check("cuInit", started)
    let count = try driver.deviceCount()
    guard count > 0 else {
      return without(.absence(.nvenc, "NVENC: NVIDIA's driver is installed, but finds no GPU"))
    }
    let words = words(for: driver, version)
    let devices = (0..<count).map { number in
      let device = try? driver.device(number)
      let generation = device.flatMap(driver.computeCapability).map { ", compute capability \($0)" } ?? ""
      return EncodingDevice(
        backend: .nvenc, path: "\(number)", name: device.flatMap(driver.name), driver: words + generation)
    }
    return NVENCListing(answer: ProbeAnswer(devices: devices), driver: driver)
  }

  private static func without(_ answer: ProbeAnswer) -> NVENCListing { NVENCListing(answer: answer, driver: nil) }

  /// Asks one of the GPUs what it encodes.
  func ask(_ device: EncodingDevice) -> EncodingDevice {
    guard let driver, let number = device.path.flatMap({ Int32($0) }) else { return device }
    do throws(ListingFailure) {
      let session = try NVENCSession(driver, device: try driver.device(number))
      let codecs = try session.codecs()
      let encoders = EncoderNames.hardwareKinds.map { Self.row(session, codecs[$0.codec], $0.codec, $0.bitDepth) }
      let hasEncoder = encoders.contains { $0.limits != nil }
      return device.with(
        hasEncoder ? nil : DeviceProblem(kind: .noEncoder, message: "the driver lists no encoder of H.264 or HEVC"),
        encoders, NVENCDecoding.list(in: session))
    } catch {
      return device.with(error.problem, [])
    }
  }

  private static func row(_ session: NVENCSession, _ codec: GUID?, _ kind: VideoCodec, _ bitDepth: Int)
    -> DeviceEncoder
  {
    let name = kind == .h264 ? "H.264" : "HEVC"
    guard let codec else { return .unlisted(.nvenc, kind, bitDepth, "the driver lists no \(name)") }
    guard bitDepth == 8 || session.limit(NV_ENC_CAPS_SUPPORT_10BIT_ENCODE, of: codec) == 1 else {
      return .unlisted(.nvenc, kind, bitDepth, "the driver lists no \(name) with \(bitDepth) bits")
    }
    let modes = session.limit(NV_ENC_CAPS_SUPPORTED_RATECONTROL_MODES, of: codec) ?? 0
    // A fixed quantizer has the number 0 and so no bit: every encoder can do it.
    var rateControls: Set<RateControlMode> = [.constantQuantizer]
    if modes & Int(NV_ENC_PARAMS_RC_VBR.rawValue) != 0 {
      rateControls.formUnion([.variable, .constantQuality, .cappedQuality])
    }
    if modes & Int(NV_ENC_PARAMS_RC_CBR.rawValue) != 0 { rateControls.insert(.constant) }
    let limits = EncoderLimits(
      minimumSize: PixelSize(
        width: session.limit(NV_ENC_CAPS_WIDTH_MIN, of: codec) ?? 0,
        height: session.limit(NV_ENC_CAPS_HEIGHT_MIN, of: codec) ?? 0),
      maximumSize: PixelSize(
        width: session.limit(NV_ENC_CAPS_WIDTH_MAX, of: codec) ?? 4096,
        height: session.limit(NV_ENC_CAPS_HEIGHT_MAX, of: codec) ?? 4096),
      maximumBFrames: session.limit(NV_ENC_CAPS_NUM_MAX_BFRAMES, of: codec) ?? 0, rateControls: rateControls,
      hasLookahead: session.limit(NV_ENC_CAPS_SUPPORT_LOOKAHEAD, of: codec) == 1)
    return .listed(.nvenc, kind, bitDepth, limits)
  }

  private static func words(for driver: NVIDIADriver, _ version: NVENCVersion) -> String {
    [kernelModule, driver.cudaVersion.map { "CUDA \($0)" }, "NVENC \(version)"].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The version of the kernel's part of the driver, such as `535.183.01`; `nil` when it isn't loaded.
  private static var kernelModule: String? {
    let text = SmallFile.text("/proc/driver/nvidia/version") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("NVRM version:") }
    return line?.split(separator: " ").first { word in
      word.contains(".") && word.allSatisfy { $0.isNumber || $0 == "." }
    }.map(String.init)
  }
}
