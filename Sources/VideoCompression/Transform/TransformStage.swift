internal import FFmpeg
internal import Media

/// The stage that runs the transformer between decoder and encoder.
struct TransformStage {
  let plan: VideoPlan
  let layout: PixelFormat
  let input: Channel<Frame>
  let output: Channel<Frame>
  let control: JobControl
  let threads: Int
  /// Whether frames are to stay in a video unit's memory.
  let isOnDevice: Bool

  /// How the source's timeline becomes the result's.
  let timeline: TimelinePlan

  /// Transforms to the end. Whatever happens, the channel behind is finished.
  ///
  /// - Returns: Frames that were handed to the encoder.
  func run() throws -> Int {
    defer { output.finish() }
    var transformer = FilmTransformer(plan: plan, layout: layout, threads: threads)
    var interpolator = MotionInterpolator(plan, timeline: timeline, threads: threads)
    var selector = plan.selectsBehindSteps ? FrameSelector(plan) : nil
    var count = 0
    let send: FrameSelector.Receiver = { frame in
      guard output.send(frame) else { return false }
      count += 1
      return true
    }
    /// Whether more are wanted.
    func handOn(_ frames: [Frame]) throws -> Bool {
      for frame in frames {
        for made in try interpolator?.add(frame) ?? [frame] {
          guard try selector?.add(made, send: send) ?? send(made) else { return false }
        }
      }
      return true
    }
    do {
      while let frame = input.receive() {
        try control.check()
        guard try handOn(try transformer.add(frame)) else { return count }
      }
      try control.check()
      guard try handOn(try transformer.finish()) else { return count }
      for made in try interpolator?.finish() ?? [] {
        guard try selector?.add(made, send: send) ?? send(made) else { return count }
      }
      try selector?.finish(send: send)
    } catch let error as FFmpegError {
      if isOnDevice { throw DeviceDecodingFailure(cause: "\(error)") }
      throw CompressionError.transforming(error, what: "transforming the picture")
    }
    return count
  }
}
