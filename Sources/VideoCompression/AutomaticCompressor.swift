public import Capabilities

/// Chooses the best encoder that this machine has and that can carry the source.
public struct AutomaticCompressor: Compressor {
  /// Makes a compressor that chooses among all backends.
  public init() {}

  public var backend: Backend? { nil }

  public func capabilities() async -> [EncoderCapability] { SoftwareCompressor.capabilities }

  public func plan(_ request: CompressionRequest) async throws -> CompressionPlan {
    try await CompressionSession.plan(request, capabilities: await capabilities())
  }

  public func compress(
    _ request: CompressionRequest, progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    try await CompressionSession.run(request, capabilities: await capabilities(), progress: progress)
  }
}
