internal import Glibc

/// Where a job's result goes, checked before work begins, and the last step that brings it there.
package struct Publisher {
  /// The final path.
  package let destination: String
  /// Whether the destination is the source.
  package let replacesSource: Bool
  /// The source as it was when the job began.
  package let source: FileStatus
  /// Gives another free path when the destination was our choice and another job took it meanwhile; `nil` when the
  /// caller named the file.
  package let alternative: (@Sendable () -> String)?
  /// Whether times of the source are kept.
  package let metadata: MetadataPolicy

  package init(
    destination: String, replacesSource: Bool, source: FileStatus, alternative: (@Sendable () -> String)?,
    metadata: MetadataPolicy
  ) {
    self.destination = destination
    self.replacesSource = replacesSource
    self.source = source
    self.alternative = alternative
    self.metadata = metadata
  }

  /// Refuses a destination that can't be written or must not.
  package func check() throws(CompressionError) {
    let folder = Path.folder(of: destination)
    let folderStatus: FileStatus
    do {
      folderStatus = try FileStatus(of: folder)
    } catch {
      throw CompressionError.writing(error, path: destination, stage: .plan)
    }
    guard folderStatus.kind == .directory else {
      throw CompressionError.writing(SystemError("stat", number: ENOTDIR), path: destination, stage: .plan)
    }
    guard let present = try? FileStatus(of: destination) else { return }
    if !replacesSource, present.isSameFile(as: source) {
      throw CompressionError(
        code: .outputIsSource, message: "the output \(destination) is the source itself",
        remedy: "choose another name, or replace the source with --replace", stage: .plan)
    }
    guard present.kind == .regular else {
      throw CompressionError(
        code: .outputUnwritable, message: "the output \(destination) is \(present.kind.rawValue)",
        remedy: "choose the name of a file", stage: .plan)
    }
  }

  /// Makes the temporary file beside the destination.
  package func makeTemporaryFile() throws(CompressionError) -> TemporaryFile {
    do {
      return try TemporaryFile(beside: destination)
    } catch {
      throw CompressionError.writing(error, path: destination, stage: .publish)
    }
  }

  /// Brings a finished file into place.
  ///
  /// - Returns: The path that it has now.
  package func publish(_ file: TemporaryFile) throws(CompressionError) -> String {
    if metadata == .keep {
      // The date of a recording is its file's date for many programs; failing to keep it isn't worth the result.
      let times = [source.modified, source.modified]
      unsafe _ = times.withUnsafeBufferPointer { unsafe futimens(file.descriptor, $0.baseAddress) }
    }
    if replacesSource {
      fchmod(file.descriptor, source.mode & 0o7777)
      _ = fchown(file.descriptor, source.owner, source.group)
    }
    var path = destination
    while true {
      do {
        try file.publish(as: path, replacing: alternative == nil)
        return path
      } catch {
        guard error.number == EEXIST, let alternative else {
          throw CompressionError.writing(error, path: destination, stage: .publish)
        }
        path = alternative()
      }
    }
  }

  /// Copies the source's bytes into the temporary file.
  package func copySource(_ path: String, into file: TemporaryFile, control: JobControl) throws {
    let input = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      throw CompressionError(
        code: .sourceUnreadable, message: "the source \(path) can't be read", stage: .publish,
        cause: "\(SystemError("open"))")
    }
    defer { close(input) }
    do throws(SystemError) {
      try file.reset()
      while true {
        if control.isCancelled { break }
        let count = sendfile(file.descriptor, input, nil, 1 << 22)
        if count == 0 { break }
        if count < 0 { throw SystemError("sendfile") }
      }
    } catch {
      throw CompressionError.writing(error, path: destination, stage: .publish)
    }
    try control.check()
  }
}
