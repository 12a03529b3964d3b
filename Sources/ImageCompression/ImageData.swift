public import FoundationEssentials
internal import Jobs

/// A picture file in memory that can become another kind of file in one call.
///
/// ```swift
/// let heic = try await ImageData(photo).heicData(quality: 0.7)
/// ```
///
/// What comes out may be larger than what went in; `ImageCompressor` has the choice.
public struct ImageData: Sendable, Hashable {
  /// A whole file of a kind that `PictureFormat` names.
  public let data: Data

  /// Makes a picture of a file's bytes. Nothing is read before it is asked for.
  public init(_ data: Data) { self.data = data }

  /// The picture as HEIC.
  ///
  /// - Parameter quality: From 0 (smallest) to 1 (best).
  /// - Throws: ``CompressionError``: `noPicture` when there are no samples, `notSupported` when libheif has no encoder,
  ///   `encodingFailed` or `verificationFailed` when no right file came out; or `CancellationError`.
  public func heicData(quality: Double = 0.8) async throws -> Data { try await data(as: .heic, quality) }

  /// The picture as JPEG. Parameters and errors are those of ``heicData(quality:)``.
  public func jpegData(quality: Double = 0.8) async throws -> Data { try await data(as: .jpeg, quality) }

  /// The picture as AVIF. Parameters and errors are those of ``heicData(quality:)``.
  public func avifData(quality: Double = 0.8) async throws -> Data { try await data(as: .avif, quality) }

  private func data(as format: ImageFormat, _ quality: Double) async throws -> Data {
    try await ImageCompressor().compress(data, .image(format).quality(quality).sizePolicy(.allowLarger)).data
  }
}
