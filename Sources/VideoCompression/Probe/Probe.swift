public import FoundationEssentials

/// Looks at media files.
public enum Probe {
  /// Describes a file by reading all its packets and decoding its first picture.
  ///
  /// - Parameter file: A regular file.
  /// - Returns: Everything that the look tells.
  /// - Throws: ``CompressionError`` with a source code, or `CancellationError` when the task was cancelled.
  public static func describe(_ file: URL) async throws -> SourceDescription {
    throw CompressionError(code: .notSupported, message: "not built yet", stage: .probe)
  }
}
