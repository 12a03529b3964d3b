internal import FFmpeg

/// How the machine's cores are shared out over the stages of a job.
struct ThreadBudget: Sendable {
  /// Threads of the film's decoder.
  let decoder: Int
  /// Threads of the filters.
  let filters: Int
  /// Threads of the encoder; 0 leaves it the choice.
  let encoder: Int

  /// The budget for a number of cores. The stages already run beside one another; but an encoder takes many frames
  /// before it gives the first packet, and nothing but the decoder can keep the cores busy then.
  init(cores: Int = ThreadBudget.availableCores) {
    decoder = cores == 1 ? 1 : max(2, min(cores / 2, 16))
    filters = max(1, min(cores / 4, 8))
    encoder = 0
  }

  /// The cores that this process may use.
  static let availableCores = max(1, FFmpegLibrary.processorCount)
}
