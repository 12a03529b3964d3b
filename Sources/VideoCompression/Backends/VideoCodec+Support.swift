public import Capabilities
public import Media

extension VideoCodec {
  /// Whether something on this machine encodes this codec.
  ///
  /// Asks drivers where the answers aren't known yet, and remembers them.
  ///
  /// - Parameters:
  ///   - bitDepth: Bits a sample: 8 or 10.
  ///   - backends: The kinds of encoder that count; hardware alone tells whether it will be quick.
  /// - Throws: `CancellationError` when the task was cancelled.
  public func isSupported(
    bitDepth: Int = 8, by backends: Set<Backend> = Set(Backend.allCases)
  ) async throws -> Bool {
    try await MachineLook.capabilities(of: backends, probing: .automatic).canEncode(
      self, bitDepth: bitDepth, by: backends)
  }
}
