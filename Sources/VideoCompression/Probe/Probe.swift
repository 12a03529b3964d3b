internal import FFmpeg
public import FoundationEssentials
internal import HDR

/// Looks at media files.
public enum Probe {
  /// Describes a file by all its packets and its first picture, which is decoded.
  ///
  /// Of an MP4 or QuickTime file whose index tells where each packet lies, only those are read that have something to look at
  /// in them: of H.264 the keyframes, of AAC none.
  ///
  /// - Parameter file: A regular file.
  /// - Returns: Everything that the look tells.
  /// - Throws: ``CompressionError`` with a source code, or `CancellationError` when the task was cancelled.
  public static func describe(_ file: URL) async throws -> SourceDescription {
    let control = JobControl()
    let path = file.path
    return try await onOwnThread(onCancel: { control.cancel() }) {
      try look(at: path, control: control).source
    }
  }

  /// A description, and what the analysis of the streams gave, which serves to open the file once more.
  struct Look {
    let source: SourceDescription
    let streams: [InputStream]
    /// When the film's frames are shown, in seconds on the file's own timeline, rising.
    let frameTimes: [Double]
    /// What the film's frames carry beside their samples; `nil` where the codec carries nothing.
    let frameMetadata: MetadataSequence?

    /// How the file is opened once more: without another analysis, where its index alone gives times and lengths.
    var analysis: StreamAnalysis {
      source.container.isISOBaseMedia && !source.container.isFragmented ? .known(streams) : .packets
    }
  }

  /// As ``describe(_:)``, on the caller's thread.
  ///
  /// - Parameters:
  ///   - path: A regular file.
  ///   - control: What ends the look early.
  ///   - isOurs: Whether our own muxer wrote it as an ISO base media file, whose index tells all that a look needs.
  static func look(at path: String, control: JobControl, isOurs: Bool = false) throws -> Look {
    let status = try checkRegularFile(path)
    return try FileReader(path: path, byteCount: status.byteCount, control: control, isOurs: isOurs).look()
  }

  /// Refuses what can't be a source, with the reason.
  static func checkRegularFile(_ path: String) throws(CompressionError) -> FileStatus {
    let status: FileStatus
    do {
      status = try FileStatus(of: path)
    } catch {
      if error.number == 2 || error.number == 20 {
        throw CompressionError(
          code: .sourceNotFound, message: "there is no file \(path)", remedy: "check the name", stage: .probe)
      }
      throw CompressionError(
        code: .sourceUnreadable, message: "the source \(path) can't be read", stage: .probe, cause: "\(error)")
    }
    guard status.kind == .regular else {
      throw CompressionError(
        code: .sourceUnreadable, message: "the source \(path) is \(status.kind.rawValue)",
        remedy: status.kind == .directory ? "name a file in it" : "give a regular file, which can be read twice",
        stage: .probe)
    }
    guard status.byteCount > 0 else {
      throw CompressionError(code: .sourceUnrecognized, message: "the source \(path) is empty", stage: .probe)
    }
    return status
  }
}
