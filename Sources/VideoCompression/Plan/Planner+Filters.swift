internal import DynamicRange
import Media

extension Planner {
  /// What is done to each frame, in order; notes why where it isn't simply what was asked.
  func steps(
    for film: Film, shape: PictureShape, layout: PictureLayout, codec: VideoCodec, notes: inout PlanNotes
  ) -> [TransformStep] {
    let video = film.video
    var steps: [TransformStep] = []
    if video.scan != .progressive {
      steps.append(.deinterlace)
      notes.decide(
        "scan", "deinterlaced", because: "the source's frames are made of two fields (\(video.scan.rawValue))")
    }
    let denoise = denoiseStrength(notes: &notes).map(TransformStep.denoise)
    // The filter takes planes of brightness and color; of other layouts the scaler makes them.
    let isPlanar = video.pixelFormat.map(Self.isFilterable) ?? false
    if let denoise, isPlanar { steps.append(denoise) }
    if let crop = shape.crop { steps.append(.crop(crop, of: video.size)) }
    let conversion = conversion(of: video, as: codec)
    let needsScaling = shape.place.size != (shape.crop?.size ?? video.size)
    if conversion != nil {
      // Ten bits until light has been converted.
      let isConvertible = video.pixelFormat?.isConvertible ?? false
      if needsScaling || !isConvertible { steps.append(.scale(shape.place.size, .yuv420p10)) }
    } else if needsScaling || layout.needsConversion(from: video.pixelFormat) {
      steps.append(.scale(shape.place.size, layout.format))
    }
    if let denoise, !isPlanar { steps.append(denoise) }
    if let conversion { steps.append(.convertColor(conversion, layout.format)) }
    if let levels = levels(of: video, notes: &notes) { steps.append(.levels(levels)) }
    if shape.hasBars { steps.append(.pad(shape.sizeBeforeTurn, around: shape.place)) }
    // After scaling, because there are fewer pixels to turn then.
    if let turn = shape.baked { steps.append(.orient(turn)) }
    return steps
  }

  private static func isFilterable(_ format: PixelFormat) -> Bool {
    (format.name.hasPrefix("yuv4") || format.name.hasPrefix("yuvj4")) && format.chromaSubsampling != .gray
  }

  /// Noise below this can't be seen, in steps of 8 bits.
  private static let cleanNoise = 1.0
  /// The noise of a film that couldn't be looked at.
  private static let usualNoise = 3.0

  private func denoiseStrength(notes: inout PlanNotes) -> DenoiseStrength? {
    // By PSNR against the clean film: each is better than the one before it.
    let factors: (spatial: Double, temporal: Double)
    switch request.video.noiseReduction {
    case .off: return nil
    case .low: factors = (0.8, 1.0)
    case .medium: factors = (1.2, 1.4)
    case .high: factors = (1.7, 2.0)
    }
    let name = request.video.noiseReduction.rawValue
    guard let noise = analysis?.noise else {
      notes.decide(
        "noise reduction", name, because: "the noise couldn't be measured, so as much as is usual was assumed")
      return Self.strength(factors, of: Self.usualNoise)
    }
    let measured = "its noise measures \(noise.inTenths) steps of 256"
    guard noise >= Self.cleanNoise else {
      notes.decide("noise reduction", "none", because: "the film is clean as it is: \(measured)")
      return nil
    }
    notes.decide("noise reduction", name, because: "the film is noisy: \(measured)")
    return Self.strength(factors, of: min(noise, 25))
  }

  private static func strength(_ factors: (spatial: Double, temporal: Double), of noise: Double) -> DenoiseStrength {
    DenoiseStrength(
      spatial: (factors.spatial * noise * 10).rounded() / 10, temporal: (factors.temporal * noise * 10).rounded() / 10)
  }

  private func levels(of video: VideoDescription, notes: inout PlanNotes) -> LevelPoints? {
    guard request.video.levels == .automatic else { return nil }
    guard Self.dynamicTransfer(of: video) == nil else {
      notes.decide("levels", "kept", because: "films of high dynamic range stay as they were graded")
      return nil
    }
    guard let analysis else {
      notes.decide("levels", "kept", because: "the film couldn't be looked at")
      return nil
    }
    var (black, white) = (max(0, analysis.black), min(1, analysis.white))
    let found = "its brightness goes from \(black.inPercent) to \(white.inPercent)"
    guard black > 0.012 || white < 0.988 else {
      notes.decide("levels", "kept", because: "the film already uses the range: \(found)")
      return nil
    }
    guard white - black >= 0.08 else {
      notes.decide("levels", "kept", because: "the film has hardly any contrast to stretch: \(found)")
      return nil
    }
    // Four times the contrast shows every step of 8 bits, and noise.
    if white - black < 0.25 {
      black = min(max(0, (black + white) / 2 - 0.125), 0.75)
      white = black + 0.25
    }
    notes.decide("levels", "\(black.inPercent) to black, \(white.inPercent) to white", because: found)
    return LevelPoints(black: black, white: white)
  }
}

extension Double {
  /// The number with one decimal, for a sentence.
  fileprivate var inTenths: String { "\((self * 10).rounded() / 10)" }
  /// The share for a sentence.
  var inPercent: String { "\(((self * 1000).rounded() / 10).inWords) %" }
}
