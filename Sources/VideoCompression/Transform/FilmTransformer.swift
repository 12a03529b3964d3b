internal import DynamicRange
package import FFmpeg
package import Media

/// Does to each frame what the plan says, and passes through what needs nothing.
package struct FilmTransformer {
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
  /// What frames go through, in this order.
  private var stages: [Stage] = []
  /// Durations of the frames that are in filters, by time, since filters that change the time base leave them behind.
  private var durations: [Int64: Int64] = [:]

  /// A part of the way of frames.
  private enum Stage {
    case filters(FilterGraph)
    case conversion(ColorConverter)
  }

  package init(plan: VideoPlan, layout: PixelFormat, threads: Int) {
    self.plan = plan
    self.layout = layout
    self.threads = threads
  }

  /// Takes a frame; gives those that are ready.
  package mutating func add(_ frame: Frame) throws(FFmpegError) -> [Frame] {
    guard let format = frame.isOnDevice ? layout : frame.pixelFormat else {
      throw FFmpegError(function: "the decoded frame's pixel format", code: FFmpegError.invalidData)
    }
    var ready: [Frame] = []
    let current = Shape(size: frame.size, format: format == .yuvj420p ? .yuv420p : format, isOnDevice: frame.isOnDevice)
    if current != shape {
      // A stream may change its size or format on the way; what the old filters hold comes first.
      ready += try finish()
      stages = try makeStages(for: current, like: frame)
      shape = current
    }
    guard !stages.isEmpty else {
      if !frame.isOnDevice { frame.setPixelFormat(layout) }
      return ready + [frame]
    }
    // A name that says full range would have filters convert what is only to be laid out otherwise.
    if frame.pixelFormat == .yuvj420p { frame.setPixelFormat(.yuv420p) }
    return ready + (try pass(frame, through: stages[...]))
  }

  /// Gives what is still held back.
  package mutating func finish() throws(FFmpegError) -> [Frame] {
    var ready: [Frame] = []
    for (index, stage) in stages.enumerated() {
      guard case .filters(let graph) = stage else { continue }
      try graph.finish()
      ready += try drain(graph, into: stages[(index + 1)...])
    }
    stages = []
    shape = nil
    return ready
  }

  /// Gives a frame to a stage and those behind it.
  private mutating func pass(_ frame: Frame, through stages: ArraySlice<Stage>) throws(FFmpegError) -> [Frame] {
    switch stages.first {
    case .filters(let graph):
      if let time = frame.presentationTime { durations[time] = frame.duration }
      try graph.send(frame)
      return try drain(graph, into: stages.dropFirst())
    case .conversion(let converter):
      return try pass(try converter.convert(frame), through: stages.dropFirst())
    case nil:
      // The filter's black is that of limited range.
      if plan.color.range == .full, let place {
        try frame.blacken(outside: (place.x, place.y), size: place.size)
      }
      return [frame]
    }
  }

  /// Gives what filters have ready to the stages behind them.
  private mutating func drain(
    _ graph: FilterGraph, into stages: ArraySlice<Stage>
  ) throws(FFmpegError) -> [Frame] {
    var ready: [Frame] = []
    while case .ready(let frame) = try graph.receive() {
      if let time = frame.presentationTime {
        let ticks = Timestamp.rescale(time, from: graph.timeBase, to: plan.stepTimeBase)
        frame.presentationTime = ticks
        frame.duration = durations.removeValue(forKey: ticks) ?? 0
      }
      ready += try pass(frame, through: stages)
    }
    return ready
  }

  private func makeStages(for shape: Shape, like frame: Frame) throws(FFmpegError) -> [Stage] {
    if shape.isOnDevice {
      let filters = FilterNotation.onDevice(frame, for: plan, layout: layout)
      guard !filters.isEmpty else { return [] }
      return [
        .filters(
          try FilterGraph(
            input: .device(timeBase: plan.stepTimeBase, like: frame), description: filters.joined(separator: ","),
            threads: 1))
      ]
    }
    var stages: [Stage] = []
    var steps = completed(plan.steps, for: shape)[...]
    var (size, format) = (shape.size, shape.format)
    let aspect = frame.pixelAspect ?? Rational(1, 1)
    if let index = steps.firstIndex(where: { if case .convertColor = $0 { true } else { false } }),
      case .convertColor(let conversion, let target) = steps[index]
    {
      let before = Array(steps[..<index])
      let filters = FilterNotation.filters(
        for: before, color: conversion.source, from: size, format, location: frame.color.chromaLocation)
      if let graph = try makeGraph(
        filters, meaning: conversion.source, size: size, format: format, aspect: aspect)
      {
        stages.append(.filters(graph))
      }
      for case .scale(_, let layout) in before { format = layout }
      size = before.reduce(size) { $1.size(after: $0) }
      stages.append(
        .conversion(try ColorConverter(conversion, from: format, size: size, to: target, threads: threads)))
      format = target
      steps = steps[(index + 1)...]
    }
    var filters = FilterNotation.filters(
      for: Array(steps), color: plan.color, from: size, format, location: frame.color.chromaLocation)
    // The same samples in another order; a video unit takes them interleaved.
    if !layout.hasSameLayout(as: filters.isEmpty ? format : plan.pixelFormat) {
      filters.append("format=\(layout.name)")
    }
    if let graph = try makeGraph(
      filters, meaning: plan.color, size: size, format: format, aspect: aspect)
    {
      stages.append(.filters(graph))
    }
    return stages
  }

  private func makeGraph(
    _ filters: [String], meaning color: ColorDescription, size: PixelSize, format: PixelFormat, aspect: Rational
  ) throws(FFmpegError) -> FilterGraph? {
    guard !filters.isEmpty else { return nil }
    return try FilterGraph(
      input: .video(size: size, pixelFormat: format, pixelAspect: aspect, timeBase: plan.stepTimeBase),
      description: filters.joined(separator: ","), conversion: ScalerNotation(color: color).options, threads: threads)
  }
}

extension FilmTransformer {
  /// The steps, behind one that brings a frame to the size and format that they were planned for, should it have
  /// another: a stream may change on the way.
  private func completed(_ steps: [TransformStep], for shape: Shape) -> [TransformStep] {
    var size: PixelSize? = plan.size
    var changesFormat = false
    for step in steps.reversed() {
      switch step {
      case .orient(let turn): size = turn.swapsSides ? size?.transposed : size
      case .pad(_, let place): size = place.size
      case .convertColor: changesFormat = shape.format.isConvertible
      case .scale:
        size = nil
        changesFormat = true
      case .crop(_, let whole): size = whole
      case .deinterlace, .denoise, .levels, .interpolate: break
      }
    }
    let isOtherFormat = !changesFormat && !shape.format.hasSameLayout(as: plan.pixelFormat)
    guard isOtherFormat || size.map({ $0 != shape.size }) == true else { return steps }
    let format = changesFormat ? shape.format : plan.conversion == nil ? plan.pixelFormat : .yuv420p10
    return [.scale(size ?? shape.size, format)] + steps
  }

  /// Where the picture stands in its frame, if that has bars.
  private var place: PixelRectangle? {
    var place: PixelRectangle?
    for step in plan.steps {
      if case .pad(_, let around) = step { place = around }
      if case .orient(let turn) = step { place = place?.turned(turn, in: plan.size) }
    }
    return place
  }
}

extension TransformStep {
  /// The size of a picture of some size after the step.
  func size(after size: PixelSize) -> PixelSize {
    switch self {
    case .scale(let next, _), .pad(let next, _): next
    case .crop(let part, _): part.size
    case .orient(let turn): turn.swapsSides ? size.transposed : size
    case .deinterlace, .denoise, .convertColor, .levels, .interpolate: size
    }
  }
}

extension PixelRectangle {
  /// The same part of a picture after a turn, of the size that the picture has then.
  fileprivate func turned(_ turn: Orientation, in size: PixelSize) -> PixelRectangle {
    // Bars are even on both sides but for two pixels, of which only mirroring is to know.
    let before = turn.swapsSides ? size.transposed : size
    let (right, below) = (before.width - x - self.size.width, before.height - y - self.size.height)
    let (left, top): (Int, Int) =
      switch turn {
      case .up: (x, y)
      case .upMirrored: (right, y)
      case .down: (right, below)
      case .downMirrored: (x, below)
      case .leftMirrored: (y, x)
      case .right: (below, x)
      case .rightMirrored: (below, right)
      case .left: (y, right)
      }
    return PixelRectangle(x: left, y: top, size: turn.swapsSides ? self.size.transposed : self.size)
  }
}

extension PixelFormat {
  /// Whether samples lie the same way; full range that the name alone tells doesn't matter.
  func hasSameLayout(as other: PixelFormat) -> Bool {
    name == other.name || name == "yuvj420p" && other.name == "yuv420p" || name == "yuv420p" && other.name == "yuvj420p"
  }
}
