internal import Capabilities
internal import FFmpeg
internal import Media

/// How an encoder is opened: all that a backend adds to the shared pipeline.
struct EncoderRecipe: Sendable {
  /// A video unit, and how it is reached.
  struct Device: Sendable, Hashable {
    let interface: HardwareDevice.Interface
    /// A render node's path, or the number of a GPU.
    let name: String
  }

  /// What the encoder is opened with.
  var settings: VideoEncoderSettings
  /// Where it encodes; `nil` for the processor.
  var device: Device?
  /// How many packets at most come before one that is shown earlier; `nil` leaves decoding times to the encoder.
  var reorderDepth: Int?
  /// How long a call of the processor's encoder may take, if that is more than many times as long as any before it; `nil`
  /// for video units, whose calls all have the same time.
  var patience: Duration?
  /// What is done to the coded stream, in FFmpeg's notation of its bitstream filters; `nil` when nothing is.
  var streamFilter: String?
}

extension PlannedEncoder {
  /// How this encoder is opened to carry out a plan: asked of the backend it belongs to.
  func recipe(plan: VideoPlan, threads: ThreadBudget) -> EncoderRecipe {
    var recipe =
      switch backend {
      case .software: SoftwareOptions.recipe(for: self, plan: plan, threads: threads)
      case .vaapi: VAAPIOptions.recipe(for: self, plan: plan)
      case .nvenc: NVENCOptions.recipe(for: self, plan: plan)
      }
    let signal = ColorSignal(plan.color, codec: codec, writesChromaLocation: backend.writesChromaLocation)
    recipe.settings.color = signal.encoded
    recipe.streamFilter = signal.filter
    recipe.settings.options.merge(plan.encoderOptions) { ours, asked in
      // Lists of parameters add up, and of two values for the same one the later counts.
      ours.contains("=") && asked.contains("=") ? "\(ours):\(asked)" : asked
    }
    return recipe
  }

  /// The encoder and its device, for a message.
  var inWords: String { device.map { "\(encoder) on \($0)" } ?? encoder }
}

extension VideoEncoderSettings {
  /// What the plan alone says, the same for every backend.
  init(_ planned: PlannedEncoder, plan: VideoPlan) {
    self.init(
      encoder: planned.encoder, size: plan.size, pixelFormat: planned.layout, pixelAspect: plan.pixelAspect,
      color: plan.color, timeBase: plan.timeBase, frameRate: plan.frameRate,
      keyframeInterval: plan.keyframeInterval)
  }
}

extension Backend {
  /// Whether its encoders tell where chroma lies: FFmpeg doesn't hand it to NVIDIA's, and drivers of VA-API that write
  /// their own headers leave it out.
  fileprivate var writesChromaLocation: Bool { self == .software }
}
