public import Capabilities
internal import Media

/// Chooses the best encoder that this machine has and that can carry the source, and goes on with the next best when
/// that fails.
public struct AutomaticCompressor: Compressor {
  private let probing: ProbePolicy

  /// Makes a compressor that chooses among all backends.
  ///
  /// - Parameter probing: Where drivers are asked what they can do.
  public init(probing: ProbePolicy = .automatic) { self.probing = probing }

  public var backend: Backend? { nil }

  public func capabilities() async throws -> MachineCapabilities {
    try await capabilities(of: Set(Backend.allCases))
  }

  func capabilities(
    of backends: Set<Backend>, trying sound: Set<AudioCodec> = [.heAAC, .heAACv2]
  ) async throws -> MachineCapabilities {
    try await MachineLook.capabilities(of: backends, probing: probing, trying: sound)
  }

  public func plan(_ request: CompressionRequest, handlers: FrameHandlers) async throws -> CompressionPlan {
    try await CompressionSession.plan(request, handlers: handlers, machine: try await machine(for: request))
  }

  public func compress(
    _ request: CompressionRequest, handlers: FrameHandlers,
    progress: @escaping @Sendable (CompressionProgress) -> Void
  ) async throws -> CompressionReport {
    try await CompressionSession.run(
      request, handlers: handlers, machine: try await machine(for: request), progress: progress)
  }

  /// What a request's encoders can do; drivers that it doesn't let in aren't touched.
  private func machine(for request: CompressionRequest) async throws -> MachineCapabilities {
    let wish = EncoderWish(backend: request.backend, fallback: request.fallback)
    return try await capabilities(of: wish.backends, trying: request.audio.codecsToTry)
  }
}
