public import Capabilities

/// Encodes with the processor: x264 and x265.
public struct SoftwareCompressor: Compressor {
  private let automatic = AutomaticCompressor()

  /// Makes a compressor that uses the processor only.
  public init() {}

  public var backend: Backend? { .software }

  public func capabilities() async throws -> MachineCapabilities { try await automatic.capabilities(of: [.software]) }

  public func plan(_ request: CompressionRequest, handlers: FrameHandlers) async throws -> CompressionPlan {
    try await automatic.plan(request.confined(to: .software, .refuse), handlers: handlers)
  }

  public func compress(
    _ request: CompressionRequest, handlers: FrameHandlers,
    progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    try await automatic.compress(request.confined(to: .software, .refuse), handlers: handlers, progress: progress)
  }
}
