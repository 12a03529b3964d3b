/// Chooses the best encoder that this machine has and that can carry the source.
public struct AutomaticCompressor: Compressor {
  /// Makes a compressor that chooses among all backends.
  public init() {}

  public var backend: Backend? { nil }

  public func capabilities() async -> [EncoderCapability] { [] }

  public func plan(_ request: CompressionRequest) async throws -> CompressionPlan {
    throw CompressionError(code: .notSupported, message: "not built yet", stage: .plan)
  }

  public func compress(
    _ request: CompressionRequest, progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    throw CompressionError(code: .notSupported, message: "not built yet", stage: .plan)
  }
}
