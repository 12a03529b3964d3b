internal import FFmpeg
internal import Media

/// The processor's encoder that takes over, opened before a driver is called that may never come back.
///
/// FFmpeg opens some encoders one at a time under a lock of its own. A driver that hangs in there keeps that lock for as
/// long as the process lives, and no other of them could be opened any more.
final class SpareEncoder: Sendable {
  private let kept = Lock<(planned: PlannedEncoder, unit: Handover<EncodingUnit>)?>(nil)

  /// Opens the encoder; one that doesn't open is told of when it is needed.
  func prepare(_ planned: PlannedEncoder, plan: VideoPlan) {
    guard let unit = try? EncodingUnit(planned.recipe(plan: plan, threads: ThreadBudget())) else { return }
    kept.withLock { $0 = (planned, Handover(unit)) }
  }

  /// Hands the encoder over, if it is the one that is wanted.
  func take(_ planned: PlannedEncoder) -> EncodingUnit? {
    let found = kept.withLock { $0.take() }
    return found?.planned == planned ? found?.unit.value : nil
  }

  /// Closes the encoder, which isn't needed.
  func discard() { _ = kept.withLock { $0.take() } }
}
