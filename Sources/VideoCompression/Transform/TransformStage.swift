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

  /// Transforms to the end. Whatever happens, the channel behind is finished.
  func run() throws {
    defer { output.finish() }
    var transformer = FilmTransformer(plan: plan, layout: layout, threads: threads)
    do {
      while let frame = input.receive() {
        try control.check()
        for ready in try transformer.add(frame) { guard output.send(ready) else { return } }
      }
      try control.check()
      for ready in try transformer.finish() { guard output.send(ready) else { return } }
    } catch let error as FFmpegError {
      if isOnDevice { throw DeviceDecodingFailure(cause: "\(error)") }
      throw CompressionError.transforming(error, what: "transforming the picture")
    }
  }
}
