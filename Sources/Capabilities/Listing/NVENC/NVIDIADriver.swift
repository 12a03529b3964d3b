internal import CNVENC
internal import Glibc

/// NVIDIA's libraries, opened at run time by the ordinary search. They stay loaded: they don't take being closed well.
@safe struct NVIDIADriver {
  /// How the search for the libraries ended.
  enum Search {
    /// Both are there.
    case found(NVIDIADriver)
    /// These aren't installed.
    case absent([String])
  }

  /// What is called in them.
  let functions: swage_nvidia

  /// Looks for the libraries. C function: `dlopen`.
  ///
  /// - Throws: ``ListingFailure`` when a library is there but can't be loaded or lacks a function.
  static func find() throws(ListingFailure) -> Search {
    let names = ["libcuda.so.1", "libnvidia-encode.so.1"]
    var handles: [UnsafeMutableRawPointer] = unsafe []
    var missing: [String] = []
    for name in names {
      if let handle = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) {
        unsafe handles.append(handle)
        continue
      }
      let words = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason is known"
      // The same text with another name in front is about a library that this one needs.
      guard words.hasPrefix("\(name): cannot open shared object file: No such file") else {
        throw ListingFailure(.failed, "\(name) can't be loaded: \(words)")
      }
      missing.append(name)
    }
    guard missing.isEmpty else { return .absent(missing) }
    var functions = swage_nvidia()
    if let name = unsafe swage_nvidia_find(&functions, handles[0], handles[1]) {
      throw ListingFailure(
        .driverTooOld, "NVIDIA's driver has no function \(unsafe String(cString: name))",
        remedy: "install a newer driver of NVIDIA")
    }
    return .found(NVIDIADriver(functions: functions))
  }

  /// The words of CUDA for one of its codes.
  func text(of code: CUresult) -> String {
    var (name, words): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
    _ = unsafe functions.error_name(code, &name)
    _ = unsafe functions.error_text(code, &words)
    let parts = unsafe [name, words].compactMap { unsafe $0.map { unsafe String(cString: $0) } }
    return parts.isEmpty ? "CUDA error \(code.rawValue)" : parts.joined(separator: ", ")
  }

  /// Throws the failure of a function of CUDA.
  func check(_ function: String, _ code: CUresult) throws(ListingFailure) {
    guard code != CUDA_SUCCESS else { return }
    // CUDA_ERROR_OUT_OF_MEMORY, which the headers leave out.
    throw ListingFailure(code.rawValue == 2 ? .outOfMemory : .failed, "\(function): \(text(of: code))")
  }

  /// The version of CUDA that the driver is made for, such as `12.2`; `nil` when it doesn't say.
  var cudaVersion: String? {
    guard let ask = unsafe functions.driver_version else { return nil }
    var version: Int32 = 0
    guard unsafe ask(&version) == CUDA_SUCCESS, version > 0 else { return nil }
    return "\(version / 1000).\(version % 1000 / 10)"
  }

  /// How many GPUs there are. C function: `cuDeviceGetCount`.
  func deviceCount() throws(ListingFailure) -> Int32 {
    var count: Int32 = 0
    try check("cuDeviceGetCount", unsafe functions.device_count(&count))
    return count
  }

  /// The GPU of a number. C function: `cuDeviceGet`.
  func device(_ number: Int32) throws(ListingFailure) -> CUdevice {
    var device: CUdevice = 0
    try check("cuDeviceGet", unsafe functions.device(&device, number))
    return device
  }

  /// The generation of a GPU, such as `8.6`. C function: `cuDeviceGetAttribute`.
  func computeCapability(of device: CUdevice) -> String? {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard
      unsafe functions.device_attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) == CUDA_SUCCESS,
      unsafe functions.device_attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device) == CUDA_SUCCESS
    else { return nil }
    return "\(major).\(minor)"
  }

  /// The name of a GPU. C function: `cuDeviceGetName`.
  func name(of device: CUdevice) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe functions.device_name(&text, Int32(text.count - 1), device) == CUDA_SUCCESS else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The newest version of the encoder's interface that the driver knows.
  func encoderVersion() throws(ListingFailure) -> NVENCVersion {
    var version: UInt32 = 0
    let status = unsafe functions.encoder_version(&version)
    guard status == NV_ENC_SUCCESS else {
      throw ListingFailure(.failed, "NvEncodeAPIGetMaxSupportedVersion: \(NVENCSession.name(of: status))")
    }
    return NVENCVersion(packed: version)
  }
}

/// A version of NVIDIA's encoding interface.
struct NVENCVersion: Comparable, CustomStringConvertible {
  let major: Int
  let minor: Int

  /// The version of the headers that Swage is built with, which Debian's FFmpeg is built with, too. FFmpeg refuses a
  /// driver that knows only older ones.
  static let required = NVENCVersion(major: Int(NVENCAPI_MAJOR_VERSION), minor: Int(NVENCAPI_MINOR_VERSION))

  init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// A version as the driver tells it, in 28 and 4 bits.
  init(packed: UInt32) { self.init(major: Int(packed >> 4), minor: Int(packed & 15)) }

  static func < (a: Self, b: Self) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

  var description: String { "\(major).\(minor)" }
}
