internal import CFFmpeg
package import Media

/// An owner of `AVCodecParameters`: what a decoder or a muxer has to know of a stream.
// @unchecked Sendable because it isn't changed after it is made.
@safe package final class CodecParameters: @unchecked Sendable {
  let handle: UnsafeMutablePointer<AVCodecParameters>

  init(copying source: UnsafePointer<AVCodecParameters>) throws(FFmpegError) {
    unsafe handle = try unsafe check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    do throws(FFmpegError) {
      try unsafe check("avcodec_parameters_copy", avcodec_parameters_copy(handle, source))
    } catch {
      unsafe Self.free(handle)
      throw error
    }
  }

  init(of context: UnsafePointer<AVCodecContext>) throws(FFmpegError) {
    unsafe handle = try unsafe check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    do throws(FFmpegError) {
      try unsafe check("avcodec_parameters_from_context", avcodec_parameters_from_context(handle, context))
    } catch {
      unsafe Self.free(handle)
      throw error
    }
  }

  deinit { unsafe Self.free(handle) }

  /// Lets a muxer count the samples of HE-AAC's core, of which there are half as many.
  ///
  /// FFmpeg's decoder doubles the samples that an edit list hides of HE-AAC, because files mostly count like this.
  /// Where they don't, a tenth of a second too much is hidden. The configuration tells a decoder the full rate.
  static func countCoreSamples(in parameters: UnsafeMutablePointer<AVCodecParameters>) {
    unsafe parameters.pointee.sample_rate /= 2
    unsafe parameters.pointee.frame_size /= 2
    unsafe parameters.pointee.initial_padding /= 2
  }

  private static func free(_ handle: UnsafeMutablePointer<AVCodecParameters>) {
    var handle: UnsafeMutablePointer<AVCodecParameters>? = unsafe handle
    unsafe avcodec_parameters_free(&handle)
  }

  /// What the stream carries.
  package var kind: StreamKind {
    switch unsafe handle.pointee.codec_type {
    case AVMEDIA_TYPE_VIDEO: .video
    case AVMEDIA_TYPE_AUDIO: .audio
    case AVMEDIA_TYPE_SUBTITLE: .subtitle
    case AVMEDIA_TYPE_ATTACHMENT: .attachment
    default: .data
    }
  }
  /// FFmpeg's name of the codec; `none` when it doesn't know it.
  package var codecName: String { unsafe String(cString: avcodec_get_name(handle.pointee.codec_id)) }
  /// Whether a decoder is there.
  package var isDecodable: Bool {
    unsafe handle.pointee.codec_id != AV_CODEC_ID_NONE && avcodec_find_decoder(handle.pointee.codec_id) != nil
  }
  /// Whether the codec is a kind of text subtitles.
  package var isTextSubtitle: Bool {
    guard let descriptor = unsafe avcodec_descriptor_get(handle.pointee.codec_id) else { return false }
    return unsafe descriptor.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0
  }
  /// The container's tag of the codec as four characters; `nil` when they aren't printable.
  package var tag: String? {
    let tag = unsafe handle.pointee.codec_tag
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
  /// The profile in words.
  package var profileName: String? {
    var profile = unsafe handle.pointee.profile
    // Where nothing was decoded yet, the configuration tells the object type, which FFmpeg's profile is one less than.
    if profile == FF_PROFILE_UNKNOWN, unsafe handle.pointee.codec_id == AV_CODEC_ID_AAC,
      let object = AudioSpecificConfig.objectType(of: extradata)
    {
      profile = Int32(object - 1)
    }
    if profile == FF_PROFILE_UNKNOWN { profile = recordedProfile ?? profile }
    return unsafe avcodec_profile_name(handle.pointee.codec_id, profile).map { unsafe String(cString: $0) }
  }
  /// The level as the codec writes it; `nil` when unknown.
  package var level: Int? {
    let level = unsafe handle.pointee.level
    return level > 0 ? Int(level) : recordedLevel
  }
  /// Stored pixels.
  package var size: PixelSize { unsafe PixelSize(width: Int(handle.pointee.width), height: Int(handle.pointee.height)) }
  /// FFmpeg's facts of the pixel format; `nil` when unknown.
  package var pixelFormat: PixelFormat? { unsafe PixelFormat(AVPixelFormat(rawValue: handle.pointee.format)) }
  /// Width to height of a pixel; `nil` when unknown.
  package var pixelAspect: Rational? {
    let aspect = unsafe Rational(handle.pointee.sample_aspect_ratio)
    return aspect.isPositive ? aspect : nil
  }
  /// The codec's word on color.
  package var color: ColorDescription { unsafe Self.color(of: handle) }

  static func color(of parameters: UnsafePointer<AVCodecParameters>) -> ColorDescription {
    let p = unsafe parameters.pointee
    return unsafe ColorDescription(
      primaries: p.color_primaries, transfer: p.color_trc, matrix: p.color_space, range: p.color_range,
      location: p.chroma_location, pixelFormat: AVPixelFormat(rawValue: p.format))
  }
  /// The order of fields, as far as the container or parser tells.
  package var scan: ScanOrder {
    switch unsafe handle.pointee.field_order {
    case AV_FIELD_TT, AV_FIELD_TB: .topFieldFirst
    case AV_FIELD_BB, AV_FIELD_BT: .bottomFieldFirst
    case AV_FIELD_PROGRESSIVE: .progressive
    default: .unknown
    }
  }
  /// The number of channels, also where one and its parameters stand for two.
  package var channels: Int {
    let count = unsafe Int(handle.pointee.ch_layout.nb_channels)
    return count == 1 && hasParametricStereo ? 2 : count
  }
  private var hasParametricStereo: Bool {
    unsafe handle.pointee.codec_id == AV_CODEC_ID_AAC
      && AudioSpecificConfig.objectType(of: extradata) == AudioSpecificConfig.parametricStereo
  }
  /// FFmpeg's name of the channel layout; one and two channels that are only counted are what they mostly are.
  package var channelLayout: String {
    if hasParametricStereo { return "stereo" }
    guard unsafe handle.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC, (1...2).contains(channels) else {
      return unsafe describe(&handle.pointee.ch_layout)
    }
    return channels == 1 ? "mono" : "stereo"
  }
  /// The average rate that the container tells or implies; `nil` when it doesn't.
  package var bitRate: BitRate? {
    let rate = unsafe handle.pointee.bit_rate
    return rate > 0 ? BitRate(bitsPerSecond: rate) : nil
  }
  /// Samples a second.
  package var sampleRate: Int { unsafe Int(handle.pointee.sample_rate) }
  /// Samples of sound in each channel of a packet; 0 when it varies or is unknown.
  package var samplesInPacket: Int { unsafe Int(handle.pointee.frame_size) }
  /// The profile of the configuration record (ISO/IEC 14496-15), in FFmpeg's numbers: of a stream that wasn't analysed.
  private var recordedProfile: Int32? {
    let record = extradata
    guard record.count > 12, record[0] == 1 else { return nil }
    switch unsafe handle.pointee.codec_id {
    // Baseline with the first constraint flag is Constrained Baseline, of which FFmpeg makes a profile of its own.
    case AV_CODEC_ID_H264: return Int32(record[1]) | (record[1] == 66 && record[2] & 0x40 != 0 ? 512 : 0)
    case AV_CODEC_ID_HEVC: return Int32(record[1] & 0x1F)
    default: return nil
    }
  }

  private var recordedLevel: Int? {
    let record = extradata
    guard record.count > 12, record[0] == 1 else { return nil }
    switch unsafe handle.pointee.codec_id {
    case AV_CODEC_ID_H264: return Int(record[3])
    case AV_CODEC_ID_HEVC: return Int(record[12])
    default: return nil
    }
  }

  /// The codec's own private data (`extradata`), copied.
  package var extradata: [UInt8] {
    guard let data = unsafe handle.pointee.extradata else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: Int(handle.pointee.extradata_size)))
  }
}

/// The order of fields, as far as it is known.
package enum ScanOrder: Sendable { case unknown, progressive, topFieldFirst, bottomFieldFirst }

func describe(_ layout: inout AVChannelLayout) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
    guard let base = buffer.baseAddress, unsafe swage_layout_describe(&layout, base, buffer.count) > 0 else {
      return "unknown"
    }
    return unsafe String(cString: base)
  }
}
