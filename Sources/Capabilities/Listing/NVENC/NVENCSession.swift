internal import CNVENC
internal import Media

/// An encoding session on a GPU, opened to ask what it encodes: NVIDIA's interface answers nobody else.
@safe final class NVENCSession {
  private let driver: NVIDIADriver
  private let context: CUcontext
  private let functions: NV_ENCODE_API_FUNCTION_LIST
  private let session: UnsafeMutableRawPointer

  /// Opens a session. C functions: `cuCtxCreate`, `NvEncOpenEncodeSessionEx`.
  init(_ driver: NVIDIADriver, device: CUdevice) throws(ListingFailure) {
    var functions = unsafe NV_ENCODE_API_FUNCTION_LIST()
    unsafe functions.version = swage_nvenc_functions_version
    let status = unsafe driver.functions.encoder_functions(&functions)
    guard status == NV_ENC_SUCCESS else {
      throw ListingFailure(.failed, "NvEncodeAPICreateInstance: \(Self.name(of: status))")
    }
    guard let open = unsafe functions.nvEncOpenEncodeSessionEx else {
      throw ListingFailure(.failed, "NVIDIA's driver has no NvEncOpenEncodeSessionEx")
    }
    var context: CUcontext?
    try driver.check("cuCtxCreate", unsafe driver.functions.create_context(&context, 0, device))
    guard let context = unsafe context else { throw ListingFailure(.failed, "cuCtxCreate gave no context") }
    var wishes = unsafe NV_ENC_OPEN_ENCODE_SESSION_EX_PARAMS()
    unsafe wishes.version = swage_nvenc_session_version
    unsafe wishes.apiVersion = swage_nvenc_api_version
    unsafe wishes.deviceType = NV_ENC_DEVICE_TYPE_CUDA
    unsafe wishes.device = UnsafeMutableRawPointer(context)
    var session: UnsafeMutableRawPointer?
    let opened = unsafe open(&wishes, &session)
    guard opened == NV_ENC_SUCCESS, let session = unsafe session else {
      // A session that failed to open has to be closed all the same, says NVIDIA's guide.
      if let session = unsafe session { unsafe _ = functions.nvEncDestroyEncoder?(session) }
      unsafe _ = driver.functions.destroy_context(context)
      throw Self.failure(toOpen: opened)
    }
    self.driver = driver
    unsafe self.context = unsafe context
    unsafe self.functions = unsafe functions
    unsafe self.session = unsafe session
  }

  deinit {
    unsafe _ = functions.nvEncDestroyEncoder?(session)
    unsafe _ = driver.functions.destroy_context(context)
  }

  /// The codecs that the GPU encodes. C functions: `NvEncGetEncodeGUIDCount`, `NvEncGetEncodeGUIDs`.
  func codecs() throws(ListingFailure) -> [VideoCodec: GUID] {
    guard let askCount = unsafe functions.nvEncGetEncodeGUIDCount, let ask = unsafe functions.nvEncGetEncodeGUIDs
    else { return [:] }
    var count: UInt32 = 0
    try check("NvEncGetEncodeGUIDCount", unsafe askCount(session, &count))
    var identifiers = [GUID](repeating: GUID(), count: Int(min(count, 64)))
    var filled: UInt32 = 0
    try check("NvEncGetEncodeGUIDs", unsafe ask(session, &identifiers, UInt32(identifiers.count), &filled))
    var codecs: [VideoCodec: GUID] = [:]
    for identifier in identifiers.prefix(Int(filled)) {
      var identifier = identifier
      if unsafe swage_nvenc_is_h264(&identifier) != 0 { codecs[.h264] = identifier }
      if unsafe swage_nvenc_is_hevc(&identifier) != 0 { codecs[.hevc] = identifier }
    }
    return codecs
  }

  /// A number that limits an encoder; `nil` when the driver doesn't know it. C function: `NvEncGetEncodeCaps`.
  func limit(_ kind: NV_ENC_CAPS, of codec: GUID) -> Int? {
    guard let ask = unsafe functions.nvEncGetEncodeCaps else { return nil }
    var query = NV_ENC_CAPS_PARAM()
    query.version = swage_nvenc_caps_version
    query.capsToQuery = kind
    var value: Int32 = 0
    return unsafe ask(session, codec, &query, &value) == NV_ENC_SUCCESS ? Int(value) : nil
  }

  private func check(_ function: String, _ status: NVENCSTATUS) throws(ListingFailure) {
    guard status != NV_ENC_SUCCESS else { return }
    throw ListingFailure(.failed, "\(function): \(Self.name(of: status))")
  }

  private static func failure(toOpen status: NVENCSTATUS) -> ListingFailure {
    let words = "NvEncOpenEncodeSessionEx: \(name(of: status))"
    switch status {
    case NV_ENC_ERR_NO_ENCODE_DEVICE, NV_ENC_ERR_UNSUPPORTED_DEVICE:
      return ListingFailure(.noEncoder, "this GPU has no video encoder (\(words))")
    case NV_ENC_ERR_OUT_OF_MEMORY, NV_ENC_ERR_INCOMPATIBLE_CLIENT_KEY:
      // What the driver of a card with a limit gives when the limit is reached.
      return ListingFailure(
        .sessionLimit, "as many encoding sessions as the GPU allows are open, or its memory is full (\(words))",
        remedy: "end another program that encodes, then ask again with --refresh")
    case NV_ENC_ERR_INVALID_VERSION:
      return ListingFailure(
        .driverTooOld, "NVIDIA's driver doesn't know version \(NVENCVersion.required) of its interface (\(words))",
        remedy: "install a newer driver of NVIDIA")
    default: return ListingFailure(.failed, words)
    }
  }

  /// NVIDIA's own name of a status.
  static func name(of status: NVENCSTATUS) -> String {
    let names = [
      "NV_ENC_SUCCESS", "NV_ENC_ERR_NO_ENCODE_DEVICE", "NV_ENC_ERR_UNSUPPORTED_DEVICE",
      "NV_ENC_ERR_INVALID_ENCODERDEVICE", "NV_ENC_ERR_INVALID_DEVICE", "NV_ENC_ERR_DEVICE_NOT_EXIST",
      "NV_ENC_ERR_INVALID_PTR", "NV_ENC_ERR_INVALID_EVENT", "NV_ENC_ERR_INVALID_PARAM", "NV_ENC_ERR_INVALID_CALL",
      "NV_ENC_ERR_OUT_OF_MEMORY", "NV_ENC_ERR_ENCODER_NOT_INITIALIZED", "NV_ENC_ERR_UNSUPPORTED_PARAM",
      "NV_ENC_ERR_LOCK_BUSY", "NV_ENC_ERR_NOT_ENOUGH_BUFFER", "NV_ENC_ERR_INVALID_VERSION", "NV_ENC_ERR_MAP_FAILED",
      "NV_ENC_ERR_NEED_MORE_INPUT", "NV_ENC_ERR_ENCODER_BUSY", "NV_ENC_ERR_EVENT_NOT_REGISTERD", "NV_ENC_ERR_GENERIC",
      "NV_ENC_ERR_INCOMPATIBLE_CLIENT_KEY", "NV_ENC_ERR_UNIMPLEMENTED", "NV_ENC_ERR_RESOURCE_REGISTER_FAILED",
      "NV_ENC_ERR_RESOURCE_NOT_REGISTERED", "NV_ENC_ERR_RESOURCE_NOT_MAPPED",
    ]
    let number = Int(status.rawValue)
    return names.indices.contains(number) ? names[number] : "NVENC error \(number)"
  }
}
