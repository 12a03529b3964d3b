internal import FFmpeg
internal import Media

/// Does to each frame what the plan says, and passes through what needs nothing.
struct FilmTransformer {
  let plan: VideoPlan
  /// How samples are laid out when they reach the encoder.
  let layout: PixelFormat
  let threads: Int

  private struct Shape: Equatable {
    let size: PixelSize
    let format: PixelFormat
    let isOnDevice: Bool
  }
  private var shape: Shape?
  private var graph: FilterGraph?
  /// Frames' durations by time, since filters that change the time base leave them behind.
  private var durations: [Int64: Int64] = [:]

  init(plan: VideoPlan, layout: PixelFormat, threads: Int) {
    self.plan = plan
    self.layout = layout
    self.threads = threads
  }

  /// Takes a frame; gives those that are ready.
  mutating func add(_ frame: Frame) throws(FFmpegError) -> [Frame] {
    guard let format = frame.isOnDevice ? layout : frame.pixelFormat else {
      throw FFmpegError(function: "the decoded frame's pixel format", code: FFmpegError.invalidData)
    }
    var ready: [Frame] = []
    let current = Shape(size: frame.size, format: format, isOnDevice: frame.isOnDevice)
    if current != shape {
      // A stream may change its size or format on the way; what the old graph holds comes first.
      ready += try finish()
      graph = try makeGraph(for: current, like: frame)
      shape = current
    }
    guard let graph else {
      if !frame.isOnDevice { frame.setPixelFormat(layout) }
      return ready + [frame]
    }
    if let time = frame.presentationTime { durations[time] = frame.duration }
    try graph.send(frame)
    return ready + (try drain(graph))
  }

  /// Gives what is still held back.
  mutating func finish() throws(FFmpegError) -> [Frame] {
    guard let graph = graph.take() else { return [] }
    shape = nil
    try graph.finish()
    return try drain(graph)
  }

  private mutating func drain(_ graph: FilterGraph) throws(FFmpegError) -> [Frame] {
    var ready: [Frame] = []
    while case .ready(let frame) = try graph.receive() {
      if let time = frame.presentationTime {
        let ticks = Timestamp.rescale(time, from: graph.timeBase, to: plan.stepTimeBase)
        frame.presentationTime = ticks
        frame.duration = durations.removeValue(forKey: ticks) ?? 0
      }
      ready.append(frame)
    }
    return ready
  }

  private func makeGraph(for shape: Shape, like frame: Frame) throws(FFmpegError) -> FilterGraph? {
    if shape.isOnDevice {
      guard shape.size != plan.size else { return nil }
      return try FilterGraph(
        input: .device(timeBase: plan.stepTimeBase, like: frame),
        description: FilterNotation.scale(on: frame, to: plan.size, layout: layout), threads: 1)
    }
    var filters = plan.steps.flatMap { FilterNotation.filters(for: $0, color: plan.color) }
    let scales = plan.steps.contains { if case .scale = $0 { true } else { false } }
    if !scales, shape.size != plan.size || !shape.format.hasSameLayout(as: plan.pixelFormat) {
      let turned = plan.steps.contains { if case .orient(let o) = $0 { o.swapsSides } else { false } }
      if shape.size != (turned ? plan.size.transposed : plan.size) || !shape.format.hasSameLayout(as: plan.pixelFormat)
      {
        filters += FilterNotation.filters(for: .scale(plan.size, plan.pixelFormat), color: plan.color)
      }
    }
    // The same samples in another order; a video unit takes them interleaved.
    if !layout.hasSameLayout(as: filters.isEmpty ? shape.format : plan.pixelFormat) {
      filters.append("format=\(layout.name)")
    }
    guard !filters.isEmpty else { return nil }
    return try FilterGraph(
      input: .video(
        size: shape.size, pixelFormat: shape.format, pixelAspect: frame.pixelAspect ?? Rational(1, 1),
        timeBase: plan.stepTimeBase),
      description: filters.joined(separator: ","), threads: threads)
  }
}

extension PixelFormat {
  /// Whether samples lie the same way; full range that the name alone tells doesn't matter.
  func hasSameLayout(as other: PixelFormat) -> Bool {
    name == other.name || name == "yuvj420p" && other.name == "yuv420p" || name == "yuv420p" && other.name == "yuvj420p"
  }
}
