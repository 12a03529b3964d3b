public import Capabilities
internal import FFmpeg
internal import Media

/// Encodes with the processor: x264 and x265.
public struct SoftwareCompressor: Compressor {
  /// Makes a compressor that uses the processor only.
  public init() {}

  public var backend: Backend? { .software }

  public func capabilities() async -> [EncoderCapability] { Self.capabilities }

  public func plan(_ request: CompressionRequest) async throws -> CompressionPlan {
    try await CompressionSession.plan(request.backend(.software), capabilities: Self.capabilities)
  }

  public func compress(
    _ request: CompressionRequest, progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    try await CompressionSession.run(
      request.backend(.software), capabilities: Self.capabilities, progress: progress)
  }

  /// What the linked libraries can encode: asked of them, since they may be built for 8 bits only.
  static let capabilities: [EncoderCapability] = [
    (VideoCodec.hevc, "libx265", PixelSize(width: 16, height: 16), PixelSize(width: 8192, height: 8192)),
    (VideoCodec.h264, "libx264", PixelSize(width: 2, height: 2), PixelSize(width: 16384, height: 16384)),
  ].compactMap { codec, encoder, minimum, maximum in
    let formats = [PixelFormat.yuv420p, .yuv420p10].filter { FFmpegLibrary.hasEncoder(encoder, pixelFormat: $0.name) }
    guard !formats.isEmpty else { return nil }
    return EncoderCapability(
      backend: .software, encoder: encoder, device: nil, codec: codec, bitDepths: formats.map(\.bitDepth),
      limits: EncoderLimits(minimumSize: minimum, maximumSize: maximum))
  }
}
