import Media

/// The outline of the result's picture, before anything about its codec is decided.
struct PictureShape {
  /// What the scaled picture is stored as, in the source's orientation.
  let fitted: PictureSize
  /// The turn that is done to the pixels; `nil` when none is.
  let baked: Orientation?
  /// The turn that stays a note.
  let kept: Orientation

  /// Pixels as they reach the encoder.
  var encodedSize: PixelSize { baked?.swapsSides == true ? fitted.size.transposed : fitted.size }
  /// Width to height of a pixel as it reaches the encoder.
  var encodedAspect: Rational { baked?.swapsSides == true ? fitted.pixelAspect.inverse : fitted.pixelAspect }
}

extension Planner {
  /// Decides size and rotation.
  func shape(of film: Film, in container: Container, notes: inout PlanNotes) -> PictureShape {
    let video = film.video
    let fitted = PictureSize(fitting: video.size, pixelAspect: video.pixelAspect, into: request.video.size)
    noteSize(fitted, of: video, notes: &notes)
    guard video.orientation != .up else { return PictureShape(fitted: fitted, baked: nil, kept: .up) }
    if request.video.rotation == .bake {
      return PictureShape(fitted: fitted, baked: video.orientation, kept: .up)
    }
    if container.canNoteOrientation {
      return PictureShape(fitted: fitted, baked: nil, kept: video.orientation)
    }
    notes.decide(
      "rotation", RotationPolicy.bake.rawValue, because: "this version can't note a turn in \(container.inWords)")
    return PictureShape(fitted: fitted, baked: video.orientation, kept: .up)
  }

  /// How the picture is made.
  func videoPlan(
    of film: Film, shape: PictureShape, codec: VideoCodec, timeline: TimelinePlan, notes: inout PlanNotes
  ) -> VideoPlan {
    let video = film.video
    let layout = PictureLayout(of: video, as: codec, notes: &notes)
    var steps: [TransformStep] = []
    if video.scan != .progressive {
      steps.append(.deinterlace)
      notes.decide(
        "scan", "deinterlaced", because: "the source's frames are made of two fields (\(video.scan.rawValue))")
    }
    if shape.fitted.size != video.size || layout.needsConversion(from: video.pixelFormat) {
      steps.append(.scale(shape.fitted.size, layout.format))
    }
    // After scaling, because there are fewer pixels to turn then.
    if let turn = shape.baked { steps.append(.orient(turn)) }
    return VideoPlan(
      streamIndex: film.stream.index, steps: steps, size: shape.encodedSize, pixelAspect: shape.encodedAspect,
      orientation: shape.kept, pixelFormat: layout.format, color: layout.color,
      frameRate: FrameTiming.rate(of: video), timeBase: FrameTiming.timeBase(for: film.stream.timeBase),
      keyframeInterval: request.video.keyframeInterval, speed: request.video.speed,
      frameCount: frameCount(of: film, on: timeline))
  }

  private func noteSize(_ fitted: PictureSize, of video: VideoDescription, notes: inout PlanNotes) {
    let scales: Bool
    switch request.video.size {
    case .source:
      scales = false
    case .longSide, .shortSide:
      scales = fitted.size != video.size.even
      if !scales {
        notes.decide("size", "\(fitted.size)", because: "the source is within the limit, and nothing is enlarged")
      }
    }
    if !scales, fitted.size != video.size {
      notes.decide("size", "\(fitted.size)", because: "4:2:0 needs even sides; the source has \(video.size)")
    }
    if video.pixelAspect.isPositive, fitted.pixelAspect != video.pixelAspect.reduced {
      notes.decide(
        "pixel aspect", "\(fitted.pixelAspect)", because: "even sides alone would change the picture's shape")
    }
  }
}
