internal import CFFmpeg

/// Facts about the FFmpeg libraries that are used.
package enum FFmpegLibrary {
  /// FFmpeg's version, such as `5.1.9-0+deb12u1`.
  package static var version: String { unsafe String(cString: av_version_info()) }

  /// The first number of libswscale's version, by which its behavior differs. C function: `swscale_version`.
  package static let scalerGeneration = Int(swscale_version() >> 16)

  /// The libraries and their versions; those that aren't loaded yet stay so where their files tell.
  package static var versions: [(name: String, version: String)] {
    [
      ("libavcodec", unsafe installed(swage_libavcodec) ?? text(avcodec_version())),
      ("libavformat", unsafe installed(swage_libavformat) ?? text(avformat_version())),
      ("libavfilter", unsafe installed(swage_libavfilter) ?? text(avfilter_version())),
      ("libavutil", text(avutil_version())), ("libswscale", text(swscale_version())),
      ("libswresample", text(swresample_version())),
    ]
  }

  /// Loads those of the libraries that are loaded when they are needed, with all that they bring.
  package static func load() { _ = (avformat_version(), avcodec_version(), avfilter_version()) }

  /// The version that the name of a library's file tells.
  private static func installed(_ library: UnsafePointer<CChar>) -> String? {
    var version = [CChar](repeating: 0, count: 32)
    guard unsafe swage_library_version(library, &version, version.count) == 0 else { return nil }
    return String(decoding: version.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func text(_ version: UInt32) -> String { "\(version >> 16).\(version >> 8 & 255).\(version & 255)" }

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
