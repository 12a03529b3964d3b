import Media

/// The outline of the result's picture, before anything about its codec is decided.
struct PictureShape {
  /// Size and pixel aspect as they reach the encoder.
  let fitted: PictureSize
  /// The turn that is done to the pixels; `nil` when none is.
  let baked: Orientation?
  /// The turn that stays a note.
  let kept: Orientation

  /// The part of the source's picture that is left; `nil` for all of it.
  let crop: PixelRectangle?
  /// Where in the frame the picture stands, before the turn that is done to the pixels.
  let place: PixelRectangle

  /// Whether there are bars beside the picture.
  var hasBars: Bool { place.size != sizeBeforeTurn }

  /// Pixels before the turn that is done to them.
  var sizeBeforeTurn: PixelSize { baked?.swapsSides == true ? fitted.size.transposed : fitted.size }
}

extension Planner {
  /// Decides size and rotation.
  func shape(of film: Film, in container: Container, notes: inout PlanNotes) -> PictureShape {
    let video = film.video
    let isBaked = bakesTurn(of: video, in: container, notes: &notes)
    let baked = isBaked ? video.orientation : nil
    let isSwapped = isBaked && video.orientation.swapsSides
    guard !request.video.size.isCertain else {
      let geometry = PictureGeometry(
        of: video.size, pixelAspect: video.pixelAspect, isTurned: video.orientation.swapsSides,
        for: request.video.size)
      noteGeometry(geometry, notes: &notes)
      let size = geometry.frame.size
      return PictureShape(
        fitted: .square(isSwapped ? size.transposed : size), baked: baked, kept: isBaked ? .up : video.orientation,
        crop: geometry.crop, place: geometry.place)
    }
    var size = video.size
    var aspect = video.pixelAspect
    if draws || isSwapped {
      // The aspect widens pixels and never heightens them, so turned pixels of another aspect would show a picture of
      // another size.
      let width = aspect.isPositive ? max(1, (Double(size.width) * aspect.value).rounded()) : Double(size.width)
      size = PixelSize(width: Int(min(width, 1_000_000)), height: size.height)
      if isBaked, video.orientation.swapsSides { size = size.transposed }
      if aspect.isPositive, aspect.reduced != Rational(1, 1) {
        let reason =
          draws ? "what is drawn keeps its shape" : "a turned picture keeps its displayed size"
        notes.decide("pixel aspect", "1/1", because: "\(reason) with square pixels only")
      }
      aspect = Rational(1, 1)
    }
    let fitted = PictureSize(fitting: size, pixelAspect: aspect, into: request.video.size)
    noteSize(fitted, of: size, aspect, notes: &notes)
    let stored = isSwapped ? fitted.size.transposed : fitted.size
    return PictureShape(
      fitted: fitted, baked: baked, kept: isBaked ? .up : video.orientation, crop: nil,
      place: PixelRectangle(x: 0, y: 0, size: stored))
  }

  private func noteGeometry(_ geometry: PictureGeometry, notes: inout PlanNotes) {
    if case .exactly(let wish, _) = request.video.size, wish != wish.even {
      notes.decide("size", "\(wish.even)", because: "4:2:0 needs even sides; \(wish) was asked for")
    }
    if let crop = geometry.crop {
      notes.decide(
        "crop", "\(crop.size) of the stored picture, the middle", because: "the frame of another shape is to be filled")
    }
    if geometry.hasBars {
      notes.decide(
        "bars", "black, around \(geometry.place.size)",
        because: "the whole picture is to be seen in a frame of "
          + "another shape")
    }
  }

  private func bakesTurn(of video: VideoDescription, in container: Container, notes: inout PlanNotes) -> Bool {
    guard video.orientation != .up else { return false }
    if request.video.rotation == .bake { return true }
    if draws {
      notes.decide("rotation", RotationPolicy.bake.rawValue, because: "what is drawn has to stand upright")
      return true
    }
    if container.canNoteOrientation { return false }
    notes.decide(
      "rotation", RotationPolicy.bake.rawValue, because: "this version can't note a turn in \(container.inWords)")
    return true
  }

  /// How the picture is made.
  func videoPlan(
    of film: Film, shape: PictureShape, codec: VideoCodec, timeline: TimelinePlan, drawing: DrawingPlan,
    notes: inout PlanNotes
  ) throws(CompressionError) -> VideoPlan {
    let video = film.video
    let layout = PictureLayout(
      of: film, as: codec, size: shape.fitted.size, profile: request.video.profile,
      conversion: conversion(of: video, as: codec), notes: &notes)
    noteDynamicRange(of: video, as: codec, notes: &notes)
    var steps = steps(for: film, shape: shape, layout: layout, codec: codec, notes: &notes)
    let schedule = try schedule(of: film, on: timeline, bitDepth: layout.format.bitDepth, notes: &notes)
    if let rate = schedule.interpolation { steps.append(.interpolate(rate)) }
    noteContent(at: schedule.frameRate, notes: &notes)
    let hdr = try hdrPlan(
      of: film, as: codec, color: layout.color, isConverted: conversion(of: video, as: codec) != nil,
      size: shape.fitted.size, frameRate: schedule.frameRate, notes: &notes)
    return VideoPlan(
      streamIndex: film.stream.index, steps: steps, size: shape.fitted.size, pixelAspect: shape.fitted.pixelAspect,
      orientation: shape.kept, pixelFormat: layout.format, color: layout.color, hdr: hdr,
      frameRate: schedule.frameRate, isConstantFrameRate: schedule.isConstant, timeBase: schedule.timeBase,
      exactFrameRate: schedule.exactSourceRate, sourceFrameRate: FrameTiming.rate(of: video),
      sourceLongestStep: video.longestStep, selection: schedule.selection, clock: schedule.clock,
      longestStep: schedule.longestStep,
      keyframeInterval: keyframeInterval(at: schedule.frameRate), speed: request.video.speed,
      profile: request.video.profile, level: request.video.level, encoderOptions: request.video.encoderOptions,
      tuning: tuning, frameCount: schedule.frameCount, endTime: schedule.endTime, drawing: drawing)
  }

  private func noteSize(
    _ fitted: PictureSize, of source: PixelSize, _ aspect: Rational, notes: inout PlanNotes
  ) {
    let isReduced = fitted.size != source.even
    if request.video.size.isLimit, !isReduced {
      notes.decide("size", "\(fitted.size)", because: "the source is within the limit, and nothing is enlarged")
    }
    if !isReduced, fitted.size != source {
      notes.decide("size", "\(fitted.size)", because: "4:2:0 needs even sides; the source has \(source)")
    }
    if aspect.isPositive, fitted.pixelAspect != aspect.reduced {
      notes.decide(
        "pixel aspect", "\(fitted.pixelAspect)", because: "even sides alone would change the picture's shape")
    }
  }
}

extension Sizing {
  /// Whether a certain size is wished for.
  var isCertain: Bool {
    switch self {
    case .exactly: true
    case .scaled(let width, let height): width != nil || height != nil
    case .source, .longSide, .shortSide: false
    }
  }

  /// Whether a limit is wished for.
  var isLimit: Bool {
    switch self {
    case .longSide, .shortSide: true
    case .source, .exactly, .scaled: false
    }
  }
}
