internal import CVA
internal import Glibc
internal import Media

/// A connection through libva to the driver of a render node.
@safe final class VAConnection {
  private let display: VADisplay
  private let descriptor: Int32
  private let messages: VAMessages
  /// The driver's own name of itself and, mostly, its version.
  let vendor: String
  /// The version of the interface that the driver was found through, such as `1.17`.
  let interfaceVersion: String

  /// Opens a render node and starts its driver. C functions: `vaGetDisplayDRM`, `vaInitialize`.
  init(node path: String) throws(ListingFailure) {
    let descriptor = try Self.open(path)
    guard let display = unsafe vaGetDisplayDRM(descriptor) else {
      _ = close(descriptor)
      throw ListingFailure(.failed, "\(path) is no render node of a graphics card")
    }
    let messages = VAMessages()
    unsafe messages.attach(to: display)
    var (major, minor): (Int32, Int32) = (0, 0)
    let status = unsafe vaInitialize(display, &major, &minor)
    guard status == VA_STATUS_SUCCESS else {
      unsafe vaTerminate(display)
      _ = close(descriptor)
      throw Self.failure(path, Self.text(of: status), messages)
    }
    unsafe self.display = unsafe display
    self.descriptor = descriptor
    self.messages = messages
    self.vendor = unsafe vaQueryVendorString(display).map { unsafe String(cString: $0) } ?? "a driver without a name"
    self.interfaceVersion = "\(major).\(minor)"
  }

  deinit {
    unsafe vaTerminate(display)
    _ = close(descriptor)
  }

  /// The words of libva for one of its codes.
  static func text(of status: VAStatus) -> String {
    unsafe vaErrorStr(status).map { unsafe String(cString: $0) } ?? "error \(status)"
  }

  /// The profiles that the driver has. C function: `vaQueryConfigProfiles`.
  func profiles() throws(ListingFailure) -> [VAProfile] {
    let capacity = unsafe max(0, vaMaxNumProfiles(display))
    var profiles = [VAProfile](repeating: VAProfileNone, count: Int(capacity))
    var count: Int32 = 0
    try check("vaQueryConfigProfiles", unsafe vaQueryConfigProfiles(display, &profiles, &count))
    return Array(profiles.prefix(Int(max(0, count))))
  }

  /// What the driver does with a profile. C function: `vaQueryConfigEntrypoints`.
  func entryPoints(_ profile: VAProfile) throws(ListingFailure) -> [VAEntrypoint] {
    let capacity = unsafe max(0, vaMaxNumEntrypoints(display))
    var points = [VAEntrypoint](repeating: VAEntrypointVLD, count: Int(capacity))
    var count: Int32 = 0
    try check("vaQueryConfigEntrypoints", unsafe vaQueryConfigEntrypoints(display, profile, &points, &count))
    return Array(points.prefix(Int(max(0, count))))
  }

  /// Attributes of an encoder, without those that the driver doesn't know. C function: `vaGetConfigAttributes`.
  func attributes(
    _ profile: VAProfile, _ entryPoint: VAEntrypoint, _ kinds: [VAConfigAttribType]
  ) throws(ListingFailure) -> [UInt32: UInt32] {
    var attributes = kinds.map { VAConfigAttrib(type: $0, value: 0) }
    try check(
      "vaGetConfigAttributes",
      unsafe vaGetConfigAttributes(display, profile, entryPoint, &attributes, Int32(attributes.count)))
    let known = attributes.filter { $0.value != VA_ATTRIB_NOT_SUPPORTED }
    return Dictionary(known.map { ($0.type.rawValue, $0.value) }) { first, _ in first }
  }

  /// The sizes of the surfaces that an encoder takes, each `nil` where the driver doesn't say.
  /// C functions: `vaCreateConfig`, `vaQuerySurfaceAttributes`.
  func surfaceSizes(
    _ profile: VAProfile, _ entryPoint: VAEntrypoint, format: UInt32
  ) throws(ListingFailure) -> [UInt32: Int] {
    var wanted = VAConfigAttrib(type: VAConfigAttribRTFormat, value: format)
    var config = VAConfigID()
    try check("vaCreateConfig", unsafe vaCreateConfig(display, profile, entryPoint, &wanted, 1, &config))
    defer { unsafe _ = vaDestroyConfig(display, config) }
    var count: UInt32 = 0
    guard unsafe vaQuerySurfaceAttributes(display, config, nil, &count) == VA_STATUS_SUCCESS else { return [:] }
    var attributes = unsafe [VASurfaceAttrib](repeating: VASurfaceAttrib(), count: Int(count))
    try check("vaQuerySurfaceAttributes", unsafe vaQuerySurfaceAttributes(display, config, &attributes, &count))
    var sizes: [UInt32: Int] = [:]
    for index in 0..<min(Int(count), unsafe attributes.count) {
      var number: Int32 = 0
      guard unsafe swage_va_attribute_number(&attributes[index], &number) != 0 else { continue }
      unsafe sizes[attributes[index].type.rawValue] = Int(number)
    }
    return sizes
  }

  /// Whether what processes pictures brings those of HDR10 to the standard range. A driver that fails here doesn't.
  /// C functions: `vaCreateConfig`, `vaCreateContext`, `vaQueryVideoProcFilterCaps`.
  func toneMapsHDR10() -> Bool {
    var config = VAConfigID()
    let none = VAProfileNone
    guard unsafe vaCreateConfig(display, none, VAEntrypointVideoProc, nil, 0, &config) == VA_STATUS_SUCCESS else {
      return false
    }
    defer { unsafe _ = vaDestroyConfig(display, config) }
    var context = VAContextID()
    // Any size will do, since nothing is processed.
    guard unsafe vaCreateContext(display, config, 1280, 720, 0, nil, 0, &context) == VA_STATUS_SUCCESS else {
      return false
    }
    defer { unsafe _ = vaDestroyContext(display, context) }
    var abilities = [VAProcFilterCapHighDynamicRange](repeating: VAProcFilterCapHighDynamicRange(), count: 8)
    var count = UInt32(abilities.count)
    let filter = VAProcFilterHighDynamicRangeToneMapping
    let status = unsafe abilities.withUnsafeMutableBytes { bytes in
      unsafe vaQueryVideoProcFilterCaps(display, context, filter, bytes.baseAddress, &count)
    }
    guard status == VA_STATUS_SUCCESS else { return false }
    return abilities.prefix(Int(count)).contains { ability in
      ability.metadata_type == VAProcHighDynamicRangeMetadataHDR10
        && Int32(ability.caps_flag) & VA_TONE_MAPPING_HDR_TO_SDR != 0
    }
  }

  private func check(_ function: String, _ status: VAStatus) throws(ListingFailure) {
    guard status != VA_STATUS_SUCCESS else { return }
    throw ListingFailure(.failed, "\(function): \(Self.text(of: status))")
  }

  private static func open(_ path: String) throws(ListingFailure) -> Int32 {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
    if descriptor >= 0 { return descriptor }
    let number = errno
    guard number == EACCES || number == EPERM else {
      throw ListingFailure(.failed, "\(path) can't be opened: \(SystemText.error(number))")
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw ListingFailure(.noPermission, "this user may not open \(path)")
    }
    let group = SystemText.group(status.st_gid)
    throw ListingFailure(
      .noPermission, "this user may not open \(path), which belongs to the group \(group)",
      remedy: "add the user to the group \(group), then log in again: sudo usermod -aG \(group) USER")
  }

  /// Tells a missing driver from one that doesn't start: libva gives the same code for several causes, but logs more.
  private static func failure(_ path: String, _ text: String, _ messages: VAMessages) -> ListingFailure {
    if messages.errors.contains(where: { $0.contains("init failed") || $0.contains("in init") }) {
      return ListingFailure(.failed, "the driver of \(path) doesn't start: \(text), \(messages.errors.last ?? "")")
    }
    let words = [messages.errors.last ?? text, messages.attempt.map { "libva tried \($0)" }].compactMap(\.self)
    return ListingFailure(
      .noDriver, "there is no VA-API driver for \(path): \(words.joined(separator: "; "))",
      remedy: "install the driver of the card's maker, such as intel-media-va-driver or mesa-va-drivers")
  }
}

/// What libva says while it works; it would go to the terminal otherwise.
private final class VAMessages {
  private(set) var errors: [String] = []
  /// The last driver that libva looked for.
  private(set) var attempt: String?

  /// Takes over a display's messages. This has to outlive the display.
  func attach(to display: VADisplay) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe vaSetErrorCallback(
      display,
      { context, message in
        guard let context = unsafe context, let message = unsafe message else { return }
        unsafe Unmanaged<VAMessages>.fromOpaque(context).takeUnretainedValue().add(String(cString: message))
      }, context)
    unsafe vaSetInfoCallback(
      display,
      { context, message in
        guard let context = unsafe context, let message = unsafe message else { return }
        unsafe Unmanaged<VAMessages>.fromOpaque(context).takeUnretainedValue().note(String(cString: message))
      }, context)
  }

  private func add(_ message: String) {
    let text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    if !text.isEmpty { errors.append(text) }
  }

  private func note(_ message: String) {
    let start = "Trying to open "
    if message.hasPrefix(start) { attempt = String(message.dropFirst(start.count).prefix { !$0.isNewline }) }
  }
}
