internal import CFFmpeg

/// Facts about the FFmpeg libraries that are linked.
package enum FFmpegLibrary {
  /// FFmpeg's version, such as `5.1.9-0+deb12u1`.
  package static var version: String { unsafe String(cString: av_version_info()) }

  /// The libraries and their versions.
  package static var versions: [(name: String, version: String)] {
    [
      ("libavcodec", avcodec_version()), ("libavformat", avformat_version()), ("libavfilter", avfilter_version()),
      ("libavutil", avutil_version()), ("libswscale", swscale_version()), ("libswresample", swresample_version()),
    ].map { ($0.0, "\($0.1 >> 16).\($0.1 >> 8 & 255).\($0.1 & 255)") }
  }

  /// The cores that this process may use. C function: `av_cpu_count`.
  package static var processorCount: Int { Int(av_cpu_count()) }

  /// Whether an encoder of this name is there and takes a pixel format.
  package static func hasEncoder(_ name: String, pixelFormat: String) -> Bool {
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else { return false }
    return unsafe swage_codec_takes_pixel_format(codec, av_get_pix_fmt(pixelFormat)) != 0
  }

  /// Whether an encoder of this name is there. C function: `avcodec_find_encoder_by_name`.
  package static func hasEncoder(_ name: String) -> Bool { unsafe avcodec_find_encoder_by_name(name) != nil }

  /// Whether a filter of this name is there. C function: `avfilter_get_by_name`.
  package static func hasFilter(_ name: String) -> Bool { unsafe avfilter_get_by_name(name) != nil }
}
