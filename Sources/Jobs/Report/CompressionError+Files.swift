internal import Glibc

// What the system's failures mean to a user.
extension CompressionError {
  /// The output can't be written.
  package static func writing(_ error: SystemError, path: String, stage: Stage) -> CompressionError {
    let remedy =
      switch error.number {
      case ENOSPC, EDQUOT: "free some space or choose another folder"
      case EACCES, EPERM, EROFS: "choose a folder that you may write to"
      case ENOENT, ENOTDIR: "make the folder first"
      case EFBIG: "the system's limit on file sizes is too low"
      default: "choose another place"
      }
    return CompressionError(
      code: .outputUnwritable, message: "the output \(path) can't be written", remedy: remedy, stage: stage,
      cause: "\(error)")
  }
}
