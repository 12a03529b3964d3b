internal import CFDKAAC
internal import CFFmpeg
internal import Media

/// An owner of an encoder of the FDK AAC library.
@safe final class FDKEncoder: SoundEncoder {
  private let library: FDKLibrary
  private let handle: OpaquePointer
  private let facts: swage_fdk_facts
  private let channels: Int
  private var packets: [Packet] = []
  private var hasEnded = false
  /// When the first sample that went in is heard.
  private var start: Int64?
  private var samplesIn: Int64 = 0
  private var samplesOut: Int64 = 0

  let timeBase: Rational
  let parameters: CodecParameters
  var frameSize: Int { Int(facts.frame_length) }
  let sampleFormat = "s16"

  /// Opens an encoder. C function: `aacEncOpen`.
  init(_ settings: AudioEncoderSettings) throws(FFmpegError) {
    library = try FDKLibrary.loaded()
    let profile = settings.profile ?? .lowComplexity
    channels = try CodecParameters.channelCount(of: settings.channelLayout)
    var wishes = swage_fdk_settings(
      object_type: profile.objectType, sample_rate: UInt32(settings.sampleRate), channels: UInt32(channels),
      bit_rate: UInt32(clamping: settings.bitRate.bitsPerSecond))
    var opened: OpaquePointer?
    var facts = swage_fdk_facts()
    var step: UnsafePointer<CChar>?
    let code = unsafe swage_fdk_open(library.functions, &wishes, &opened, &facts, &step)
    try FDKLibrary.check(unsafe step.map { unsafe String(cString: $0) } ?? "aacEncOpen", code)
    unsafe handle = unsafe try FFmpeg.check("aacEncOpen", opened)
    self.facts = facts
    var configuration = unsafe withUnsafeBytes(of: facts.configuration) {
      unsafe Array($0.prefix(Int(facts.configuration_size)))
    }
    if profile == .highEfficiency, channels == 1,
      let other = AudioSpecificConfig.oneChannel(sampleRate: settings.sampleRate)
    {
      configuration = other
    }
    timeBase = Rational(1, Int32(settings.sampleRate))
    do {
      parameters = try CodecParameters(
        aac: profile, configuration: configuration, settings: settings, frameSize: Int(facts.frame_length),
        delay: Int(facts.delay))
    } catch {
      unsafe swage_fdk_close(library.functions, handle)
      throw error
    }
  }

  deinit { unsafe swage_fdk_close(library.functions, handle) }

  func send(_ frame: Frame) throws(FFmpegError) {
    guard unsafe frame.handle.pointee.format == AV_SAMPLE_FMT_S16.rawValue, frame.channelCount == channels,
      let plane = unsafe frame.handle.pointee.data.0
    else { throw FFmpegError(function: "aacEncEncode", code: FFmpegError.invalidData) }
    if start == nil { start = frame.presentationTime ?? 0 }
    samplesIn += Int64(frame.sampleCount)
    var rest = unsafe UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Int16.self)
    var left = frame.sampleCount * channels
    while left > 0 {
      var count = Int32(left)
      unsafe try encode(rest, &count)
      guard count > 0 else { throw FFmpegError(function: "aacEncEncode", code: FFmpegError.external) }
      unsafe rest += Int(count)
      left -= Int(count)
    }
  }

  func finish() throws(FFmpegError) {
    while !hasEnded {
      var count: Int32 = -1
      unsafe try encode(nil, &count)
    }
  }

  func receive() throws(FFmpegError) -> Received<Packet> {
    if !packets.isEmpty { return .ready(packets.removeFirst()) }
    return hasEnded ? .finished : .needsInput
  }

  private func encode(_ samples: UnsafeMutablePointer<Int16>?, _ count: inout Int32) throws(FFmpegError) {
    let isDraining = count < 0
    let packet = try Packet(byteCount: Int(facts.largest_packet))
    var size = Int32(facts.largest_packet)
    let code = unsafe swage_fdk_encode(library.functions, handle, samples, &count, packet.handle.pointee.data, &size)
    if code == 1 {
      hasEnded = true
    } else {
      try FDKLibrary.check("aacEncEncode", code)
    }
    guard size > 0 else { return }
    // Its delay and all that went in; what follows is there to push the last samples out.
    let whole = Int64(facts.delay) + samplesIn
    let length = min(Int64(frameSize), whole - samplesOut)
    guard length > 0 || !isDraining else { return }
    unsafe av_shrink_packet(packet.handle, size)
    unsafe packet.handle.pointee.flags |= AV_PKT_FLAG_KEY
    packet.presentationTime = (start ?? 0) - Int64(facts.delay) + samplesOut
    packet.decodeTime = packet.presentationTime
    packet.duration = isDraining ? length : Int64(frameSize)
    samplesOut += Int64(frameSize)
    packets.append(packet)
  }
}

extension Packet {
  /// A packet with room for some bytes. C function: `av_new_packet`.
  fileprivate convenience init(byteCount: Int) throws(FFmpegError) {
    try self.init()
    try unsafe check("av_new_packet", av_new_packet(handle, Int32(byteCount)))
  }
}

extension CodecParameters {
  /// What a muxer has to know of AAC that another library than FFmpeg encodes.
  fileprivate convenience init(
    aac profile: AACProfile, configuration: [UInt8], settings: AudioEncoderSettings, frameSize: Int, delay: Int
  ) throws(FFmpegError) {
    var made = unsafe avcodec_parameters_alloc()
    defer { unsafe avcodec_parameters_free(&made) }
    let parameters = try unsafe FFmpeg.check("avcodec_parameters_alloc", made)
    unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    unsafe parameters.pointee.codec_id = AV_CODEC_ID_AAC
    unsafe parameters.pointee.profile = profile.number
    unsafe parameters.pointee.bit_rate = settings.bitRate.bitsPerSecond
    unsafe parameters.pointee.sample_rate = Int32(settings.sampleRate)
    unsafe parameters.pointee.frame_size = Int32(frameSize)
    unsafe parameters.pointee.initial_padding = Int32(delay)
    if profile != .lowComplexity { unsafe Self.countCoreSamples(in: parameters) }
    try unsafe FFmpeg.check(
      "av_channel_layout_from_string",
      av_channel_layout_from_string(&parameters.pointee.ch_layout, settings.channelLayout))
    let room = configuration.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let copy = try unsafe FFmpeg.check("av_mallocz", av_mallocz(room))
    unsafe copy.copyMemory(from: configuration, byteCount: configuration.count)
    unsafe parameters.pointee.extradata = unsafe copy.assumingMemoryBound(to: UInt8.self)
    unsafe parameters.pointee.extradata_size = Int32(configuration.count)
    try unsafe self.init(copying: parameters)
  }

  /// The number of channels of a layout.
  fileprivate static func channelCount(of layout: String) throws(FFmpegError) -> Int {
    var parsed = unsafe AVChannelLayout()
    try unsafe FFmpeg.check("av_channel_layout_from_string", av_channel_layout_from_string(&parsed, layout))
    defer { unsafe av_channel_layout_uninit(&parsed) }
    return unsafe Int(parsed.nb_channels)
  }
}
