internal import CFFmpeg
package import Media

/// High dynamic range as a frame's or a stream's side data tells it.
package struct HDRSideData: Sendable {
  package var masteringDisplay: MasteringDisplay?
  package var contentLight: ContentLightLevel?
  package var dolbyVision: DolbyVisionConfiguration?
  package var hasHDR10Plus = false
  package var hasDolbyVisionPackets = false

  package init() {}

  init(stream: UnsafePointer<AVStream>) {
    masteringDisplay = unsafe Self.bytes(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA)
      .flatMap { unsafe MasteringDisplay($0.bindMemory(to: AVMasteringDisplayMetadata.self).baseAddress) }
    contentLight = unsafe Self.bytes(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL)
      .flatMap { unsafe ContentLightLevel($0.bindMemory(to: AVContentLightMetadata.self).baseAddress) }
    dolbyVision = unsafe Self.bytes(stream, AV_PKT_DATA_DOVI_CONF)
      .flatMap { unsafe DolbyVisionConfiguration($0.bindMemory(to: AVDOVIDecoderConfigurationRecord.self).baseAddress) }
  }

  private static func bytes(
    _ stream: UnsafePointer<AVStream>, _ type: AVPacketSideDataType
  ) -> UnsafeRawBufferPointer? {
    var size = 0
    guard let data = unsafe swage_stream_side_data(stream, type, &size), size > 0 else { return nil }
    return unsafe UnsafeRawBufferPointer(start: data, count: size)
  }
}

extension Frame {
  /// High dynamic range as this picture tells it.
  package var hdrSideData: HDRSideData {
    var result = HDRSideData()
    if let data = unsafe av_frame_get_side_data(handle, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA) {
      result.masteringDisplay = unsafe data.pointee.data.withMemoryRebound(
        to: AVMasteringDisplayMetadata.self, capacity: 1
      ) {
        unsafe MasteringDisplay($0)
      }
    }
    if let data = unsafe av_frame_get_side_data(handle, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL) {
      result.contentLight = unsafe data.pointee.data.withMemoryRebound(to: AVContentLightMetadata.self, capacity: 1) {
        unsafe ContentLightLevel($0)
      }
    }
    result.hasHDR10Plus = unsafe av_frame_get_side_data(handle, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != nil
    result.hasDolbyVisionPackets =
      unsafe av_frame_get_side_data(handle, AV_FRAME_DATA_DOVI_METADATA) != nil
      || av_frame_get_side_data(handle, AV_FRAME_DATA_DOVI_RPU_BUFFER) != nil
    return result
  }
}

extension MasteringDisplay {
  init?(_ data: UnsafePointer<AVMasteringDisplayMetadata>?) {
    guard let d = unsafe data?.pointee else { return nil }
    func steps(_ value: AVRational, _ perUnit: Double) -> Int {
      guard value.den != 0 else { return 0 }
      return Int((Double(value.num) / Double(value.den) * perUnit).rounded())
    }
    func point(_ p: (AVRational, AVRational)) -> Chromaticity {
      Chromaticity(x: steps(p.0, 50_000), y: steps(p.1, 50_000))
    }
    let p = d.display_primaries
    let hasPrimaries = d.has_primaries != 0
    let hasLuminance = d.has_luminance != 0
    guard hasPrimaries || hasLuminance else { return nil }
    self.init(
      red: hasPrimaries ? point(p.0) : nil, green: hasPrimaries ? point(p.1) : nil,
      blue: hasPrimaries ? point(p.2) : nil, white: hasPrimaries ? point(d.white_point) : nil,
      maximumLuminance: hasLuminance ? steps(d.max_luminance, 10_000) : nil,
      minimumLuminance: hasLuminance ? steps(d.min_luminance, 10_000) : nil)
  }
}

extension ContentLightLevel {
  init?(_ data: UnsafePointer<AVContentLightMetadata>?) {
    guard let d = unsafe data?.pointee else { return nil }
    self.init(maximumContentLight: Int(d.MaxCLL), maximumFrameAverageLight: Int(d.MaxFALL))
  }
}

extension DolbyVisionConfiguration {
  init?(_ data: UnsafePointer<AVDOVIDecoderConfigurationRecord>?) {
    guard let d = unsafe data?.pointee else { return nil }
    self.init(
      profile: Int(d.dv_profile), level: Int(d.dv_level),
      baseLayerCompatibility: Int(d.dv_bl_signal_compatibility_id), hasEnhancementLayer: d.el_present_flag != 0)
  }
}

extension HDRSideData {
  /// Tells a container of them. C functions: `av_packet_new_side_data`, `av_mastering_display_metadata_alloc`,
  /// `av_content_light_metadata_alloc`, `av_dovi_alloc`.
  func add(to stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
    if let masteringDisplay {
      var data = AVMasteringDisplayMetadata(masteringDisplay)
      let bytes = unsafe withUnsafeBytes(of: &data) { unsafe Array($0) }
      try unsafe Self.add(bytes, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, to: stream)
    }
    if let contentLight {
      var data = AVContentLightMetadata(
        MaxCLL: UInt32(clamping: contentLight.maximumContentLight),
        MaxFALL: UInt32(clamping: contentLight.maximumFrameAverageLight))
      let bytes = unsafe withUnsafeBytes(of: &data) { unsafe Array($0) }
      try unsafe Self.add(bytes, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, to: stream)
    }
    if let dolbyVision {
      var data = AVDOVIDecoderConfigurationRecord(dolbyVision)
      let bytes = unsafe withUnsafeBytes(of: &data) { unsafe Array($0) }
      try unsafe Self.add(bytes, AV_PKT_DATA_DOVI_CONF, to: stream)
    }
  }

  private static func add(
    _ bytes: [UInt8], _ type: AVPacketSideDataType, to stream: UnsafeMutablePointer<AVStream>
  ) throws(FFmpegError) {
    try unsafe check("av_stream_new_side_data", swage_stream_add_side_data(stream, type, bytes, bytes.count))
  }
}

extension AVMasteringDisplayMetadata {
  init(_ display: MasteringDisplay) {
    self.init()
    func steps(_ value: Int, _ perUnit: Int32) -> AVRational { AVRational(num: Int32(clamping: value), den: perUnit) }
    func point(_ p: MasteringDisplay.Chromaticity) -> (AVRational, AVRational) {
      (steps(p.x, 50_000), steps(p.y, 50_000))
    }
    if let red = display.red, let green = display.green, let blue = display.blue, let white = display.white {
      has_primaries = 1
      display_primaries = (point(red), point(green), point(blue))
      white_point = point(white)
    }
    if let maximum = display.maximumLuminance, let minimum = display.minimumLuminance {
      has_luminance = 1
      max_luminance = steps(maximum, 10_000)
      min_luminance = steps(minimum, 10_000)
    }
  }
}

extension AVDOVIDecoderConfigurationRecord {
  /// The record of a stream whose metadata is beside its pictures.
  init(_ configuration: DolbyVisionConfiguration) {
    // Field by field, because later versions of FFmpeg add some, whose zero means what was meant before.
    self.init()
    dv_version_major = 1
    dv_profile = UInt8(clamping: configuration.profile)
    dv_level = UInt8(clamping: configuration.level)
    rpu_present_flag = 1
    el_present_flag = configuration.hasEnhancementLayer ? 1 : 0
    bl_present_flag = 1
    dv_bl_signal_compatibility_id = UInt8(clamping: configuration.baseLayerCompatibility)
  }
}
