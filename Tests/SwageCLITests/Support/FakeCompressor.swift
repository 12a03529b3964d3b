import Swage

/// A compressor that ends as told.
struct FakeCompressor: Compressor {
  var backend: Backend? { nil }
  var steps: [CompressionProgress] = []
  let result: @Sendable (CompressionRequest) async throws -> CompressionReport

  func capabilities() async -> MachineCapabilities { MachineCapabilities(devices: []) }

  func plan(_ request: CompressionRequest, handlers: FrameHandlers) async throws -> CompressionPlan { Made.plan }

  func compress(
    _ request: CompressionRequest, handlers: FrameHandlers,
    progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    for step in steps { progress(step) }
    return try await result(request)
  }
}
