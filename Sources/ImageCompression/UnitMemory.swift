internal import Capabilities
internal import VideoCompression

/// What the video units of this machine can do, asked once for all pictures of a compressor: several that begin at once
/// would try the same unit at the same time otherwise, and each would wait.
actor UnitMemory {
  private let probing: ProbePolicy
  private var questions: [Set<Backend>: Task<MachineCapabilities, any Error>] = [:]

  init(probing: ProbePolicy) { self.probing = probing }

  /// What the units can do that a wish lets in.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  func machine(for wish: EncoderWish) async throws -> MachineCapabilities {
    let key = wish.backends
    while true {
      try Task.checkCancellation()
      let question = questions[key] ?? Task { [probing] in try await StillCoder.machine(for: wish, probing: probing) }
      questions[key] = question
      do {
        return try await withTaskCancellationHandler {
          try await question.value
        } onCancel: {
          question.cancel()
        }
      } catch {
        // Asked again by those who weren't the ones to be cancelled.
        if questions[key] == question { questions[key] = nil }
      }
    }
  }
}
