internal import CNVENC
internal import Glibc
internal import Media

/// What NVIDIA's driver lists.
enum NVENCListing {
  /// Every GPU, or the reason why there is none. A failure of the driver as a whole is a row without a number.
  ///
  /// - Parameter announce: Told how many GPUs there are before any is asked, because that is what takes time.
  static func devices(announce: (_ count: Int) -> Void = { _ in }) -> ProbeAnswer {
    do throws(ListingFailure) {
      let driver: NVIDIADriver
      switch try NVIDIADriver.find() {
      case .absent(let names): return .absence(.nvenc, absence(of: names))
      case .found(let found): driver = found
      }
      let version = try driver.encoderVersion()
      guard version >= .required else {
        throw ListingFailure(
          .driverTooOld,
          "NVIDIA's driver is too old: required is version \(NVENCVersion.required) of its encoding "
            + "interface, found is \(version)", remedy: "install a newer driver of NVIDIA")
      }
      let started = driver.functions.`init`(0)
      // CUDA_ERROR_NO_DEVICE, which the headers leave out.
      if started.rawValue == 100 {
        return .absence(.nvenc, "NVENC: NVIDIA's driver is installed, but finds no GPU (\(driver.text(of: started)))")
      }
      try driver.check("cuInit", started)
      var count: Int32 = 0
      try driver.check("cuDeviceGetCount", unsafe driver.functions.device_count(&count))
      guard count > 0 else { return .absence(.nvenc, "NVENC: NVIDIA's driver is installed, but finds no GPU") }
      announce(Int(count))
      let words = words(for: driver, version)
      return ProbeAnswer(devices: (0..<count).map { device(driver, number: $0, words: words) })
    } catch {
      return ProbeAnswer(devices: [
        EncodingDevice(backend: .nvenc, path: nil, name: nil, driver: kernelModule, problem: error.problem)
      ])
    }
  }

  private static func absence(of names: [String]) -> String {
    "NVENC: \(names.joined(separator: " and ")) \(names.count == 1 ? "isn't" : "aren't") installed"
  }

  private static func device(_ driver: NVIDIADriver, number: Int32, words: String) -> EncodingDevice {
    var name: String?
    do throws(ListingFailure) {
      var handle: CUdevice = 0
      try driver.check("cuDeviceGet", unsafe driver.functions.device(&handle, number))
      name = driver.name(of: handle)
      var (major, minor): (Int32, Int32) = (0, 0)
      _ = unsafe driver.functions.device_attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, handle)
      _ = unsafe driver.functions.device_attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, handle)
      let session = try NVENCSession(driver, device: handle)
      let codecs = try session.codecs()
      let encoders = EncoderNames.hardwareKinds.map { row(session, codecs[$0.codec], $0.codec, $0.bitDepth) }
      let hasEncoder = encoders.contains { $0.limits != nil }
      return EncodingDevice(
        backend: .nvenc, path: "\(number)", name: name, driver: "\(words), compute capability \(major).\(minor)",
        problem: hasEncoder
          ? nil : DeviceProblem(kind: .noEncoder, message: "the driver lists no encoder of H.264 or HEVC"),
        encoders: encoders)
    } catch {
      return EncodingDevice(backend: .nvenc, path: "\(number)", name: name, driver: words, problem: error.problem)
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
