public import Capabilities

/// Encodes with a video unit that libva reaches: Intel's, AMD's and others'.
///
/// A job fails when the unit can't carry the source or fails on the way, unless a fallback is allowed.
public struct VAAPICompressor: Compressor {
  private let device: String?
  private let fallback: FallbackPolicy
  private let automatic: AutomaticCompressor

  /// Makes a compressor for one device, or for the first that can carry the source.
  ///
  /// - Parameters:
  ///   - device: A render node's path; `nil` for any.
  ///   - fallback: What happens when the device can't be used or fails.
  ///   - probing: Where drivers are asked what they can do.
  public init(device: String? = nil, fallback: FallbackPolicy = .refuse, probing: ProbePolicy = .automatic) {
    self.device = device
    self.fallback = fallback
    automatic = AutomaticCompressor(probing: probing)
  }

  public var backend: Backend? { .vaapi }

  public func capabilities() async throws -> MachineCapabilities {
    try await automatic.capabilities(of: [.vaapi])
  }

  public func plan(_ request: CompressionRequest, handlers: FrameHandlers) async throws -> CompressionPlan {
    try await automatic.plan(request.confined(to: .vaapi, device: device, fallback), handlers: handlers)
  }

  public func compress(
    _ request: CompressionRequest, handlers: FrameHandlers,
    progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    try await automatic.compress(
      request.confined(to: .vaapi, device: device, fallback), handlers: handlers, progress: progress)
  }
}
