internal import FFmpeg
internal import Glibc

extension CompressionError {
  /// What had happened in a video's job until then; `nil` when the job hadn't begun.
  public var report: CompressionReport? { account as? CompressionReport }
}

// What FFmpeg's and the system's failures mean to a user: one function a call.
extension CompressionError {
  /// The source's samples are scrambled.
  static func encrypted(_ path: String) -> CompressionError {
    CompressionError(
      code: .sourceEncrypted, message: "the source \(path) is encrypted",
      remedy: "decrypt it first; scrambled samples can't be compressed", stage: .probe)
  }

  /// The source can't be opened or read.
  static func reading(_ error: FFmpegError, path: String, stage: Stage) -> CompressionError {
    if let number = error.systemError, number != EINVAL, number != ENOMEM {
      return CompressionError(
        code: .sourceUnreadable, message: "the source \(path) can't be read", remedy: "check its permissions and disk",
        stage: stage, cause: error.text)
    }
    return CompressionError(
      code: .sourceUnrecognized, message: "\(path) is no media file that can be read",
      remedy: "check that it is complete and really a video", stage: stage, cause: error.logLine ?? error.text)
  }

  /// The muxer failed: by the system's fault or by the format's.
  static func muxing(_ error: FFmpegError, path: String) -> CompressionError {
    if let number = error.systemError,
      [ENOSPC, EDQUOT, EFBIG, EROFS, EIO, EACCES, EPERM, EBADF, ESTALE].contains(number)
    {
      return writing(SystemError(error.function, number: number), path: path, stage: .write)
    }
    return CompressionError(
      code: .encodingFailed, message: "the output's streams can't be put into its container", stage: .write,
      cause: "\(error)")
  }

  /// An encoder failed.
  static func encoding(_ error: FFmpegError, what: String) -> CompressionError {
    CompressionError(code: .encodingFailed, message: "\(what) failed", stage: .encode, cause: "\(error)")
  }

  /// A driver doesn't answer.
  static func stalled(_ stall: Watchdog.Stall, of encoder: String) -> CompressionError {
    CompressionError(
      code: .encodingFailed,
      message: "\(encoder) hangs: \(stall.what) hasn't returned for \(stall.limit.components.seconds) s",
      remedy: "check the driver", stage: .encode)
  }

  /// A filter failed.
  static func transforming(_ error: FFmpegError, what: String) -> CompressionError {
    CompressionError(code: .encodingFailed, message: "\(what) failed", stage: .transform, cause: "\(error)")
  }
}
