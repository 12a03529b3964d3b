internal import FFmpeg
internal import Media

/// What the processor encodes: asked of the linked libraries, since they may be built for 8 bits only.
package enum SoftwareListing {
  /// The processor, as a device.
  package static func device() -> EncodingDevice {
    let rows = [VideoCodec.h264, .hevc].flatMap { codec in [8, 10].map { row(codec, $0) } }
    let hasEncoder = rows.contains { $0.limits != nil }
    return EncodingDevice(
      backend: .software, path: nil, name: "x264 and x265", driver: versions.joined(separator: ", "),
      problem: hasEncoder
        ? nil
        : DeviceProblem(kind: .noEncoder, message: "the FFmpeg that Swage is linked with has no x264 and no x265"),
      encoders: rows)
  }

  /// FFmpeg's version and the names of the encoders' libraries, which end in a number that rises with each release.
  private static var versions: [String] {
    let names = FileIdentity.loadedPaths().compactMap { $0.split(separator: "/").last }
    return ["FFmpeg \(FFmpegLibrary.version)"] + names.filter { $0.hasPrefix("libx26") }.map(String.init)
  }

  private static func row(_ codec: VideoCodec, _ bitDepth: Int) -> DeviceEncoder {
    let encoder = EncoderNames.encoder(.software, codec)
    guard EncoderNames.isBuilt(encoder, for: .software, bitDepth: bitDepth) else {
      return .unlisted(.software, codec, bitDepth, "the linked FFmpeg has no \(encoder) for \(bitDepth) bits")
    }
    return DeviceEncoder(
      encoder: encoder, codec: codec, bitDepth: bitDepth, limits: limits(codec), state: .listed)
  }

  private static func limits(_ codec: VideoCodec) -> EncoderLimits {
    let rateControls: Set<RateControlMode> = [
      .constantQuantizer, .constantQuality, .cappedQuality, .variable, .constant,
    ]
    return switch codec {
    case .h264:
      EncoderLimits(
        minimumSize: PixelSize(width: 2, height: 2), maximumSize: PixelSize(width: 16384, height: 16384),
        maximumBFrames: 16, rateControls: rateControls, hasLookahead: true)
    case .hevc:
      EncoderLimits(
        minimumSize: PixelSize(width: 16, height: 16), maximumSize: PixelSize(width: 8192, height: 8192),
        maximumBFrames: 16, rateControls: rateControls, hasLookahead: true)
    }
  }
}
