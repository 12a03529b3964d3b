internal import FFmpeg

/// What the libraries below Swage are, and what they say while they work.
public enum Diagnostics {
  /// A library that Swage is linked with.
  public struct Library: Sendable, Hashable, Codable {
    /// The name, such as `libavcodec`.
    public let name: String
    /// The version, such as `59.37.100`.
    public let version: String
  }

  /// FFmpeg's release and the versions of its libraries.
  public static var libraries: [Library] {
    [Library(name: "FFmpeg", version: FFmpegLibrary.version)]
      + FFmpegLibrary.versions.map { Library(name: $0.name, version: $0.version) }
  }

  /// Passes each line of FFmpeg's log to a closure, from whatever thread it comes; `nil` ends that.
  ///
  /// Without it nothing of the log is shown; the last line before a failure is in ``CompressionError/cause``.
  /// C function: `av_log_set_callback`.
  public static func forwardLog(to receiver: (@Sendable (String) -> Void)?) { LogCapture.forward(to: receiver) }
}
