internal import FFmpeg
internal import Media

/// FFmpeg's names of the encoders, and the pairs of codec and bit depth that each backend is asked about.
enum EncoderNames {
  /// The encoder of a backend for a codec.
  static func encoder(_ backend: Backend, _ codec: VideoCodec) -> String {
    switch (backend, codec) {
    case (.software, .h264): "libx264"
    case (.software, .hevc): "libx265"
    case (.vaapi, .h264): "h264_vaapi"
    case (.vaapi, .hevc): "hevc_vaapi"
    case (.nvenc, .h264): "h264_nvenc"
    case (.nvenc, .hevc): "hevc_nvenc"
    }
  }

  /// What a device with video units is asked about. No such unit encodes H.264 with ten bits.
  static let hardwareKinds: [(codec: VideoCodec, bitDepth: Int)] = [(.h264, 8), (.hevc, 8), (.hevc, 10)]

  /// Whether the FFmpeg that is linked has an encoder at all.
  static func isBuilt(_ encoder: String, for backend: Backend, bitDepth: Int) -> Bool {
    let format =
      switch backend {
      case .vaapi: "vaapi"
      case .nvenc: bitDepth > 8 ? "p010le" : "nv12"
      case .software: bitDepth > 8 ? PixelFormat.yuv420p10.name : PixelFormat.yuv420p.name
      }
    return FFmpegLibrary.hasEncoder(encoder, pixelFormat: format)
  }
}

extension DeviceEncoder {
  /// A row that a driver lists, unless FFmpeg has no encoder for it.
  static func listed(_ backend: Backend, _ codec: VideoCodec, _ bitDepth: Int, _ limits: EncoderLimits)
    -> DeviceEncoder
  {
    let encoder = EncoderNames.encoder(backend, codec)
    let isBuilt = EncoderNames.isBuilt(encoder, for: backend, bitDepth: bitDepth)
    return DeviceEncoder(
      encoder: encoder, codec: codec, bitDepth: bitDepth, limits: limits,
      state: isBuilt ? .listed : .refused(reason: "the FFmpeg that Swage is linked with has no \(encoder)"))
  }

  /// A row that a driver doesn't list.
  static func unlisted(_ backend: Backend, _ codec: VideoCodec, _ bitDepth: Int, _ reason: String) -> DeviceEncoder {
    DeviceEncoder(
      encoder: EncoderNames.encoder(backend, codec), codec: codec, bitDepth: bitDepth, limits: nil,
      state: .refused(reason: reason))
  }
}
