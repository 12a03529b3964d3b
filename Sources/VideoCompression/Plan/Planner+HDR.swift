import Media

extension Planner {
  /// What the result carries of the film's high dynamic range.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - codec: What it becomes.
  ///   - color: What the result's samples mean.
  ///   - isConverted: Whether samples are brought to another system, so that nothing said of them holds.
  ///   - size: The result's size in pixels.
  ///   - frameRate: The result's frames a second.
  /// - Throws: ``CompressionError`` when something would be lost and the request forbids it.
  func hdrPlan(
    of film: Film, as codec: VideoCodec, color: ColorDescription, isConverted: Bool, size: PixelSize,
    frameRate: Rational, notes: inout PlanNotes
  ) throws(CompressionError) -> HDRPlan {
    let hdr = film.video.hdr
    guard !isConverted else {
      let kind: HDRKind = color.transfer == .pq ? .pq : color.transfer == .hlg ? .hlg : .sdr
      let losses = hdr.messages.map {
        HDRLoss(what: $0, reason: "it describes the picture as it was before its conversion")
      }
      return HDRPlan(kind: kind, losses: losses)
    }
    let losses = losses(of: film, as: codec)
    if request.video.color == .preserve, let first = losses.first {
      throw CompressionError(
        code: .notSupported, message: "\(first.what) would be lost: \(first.reason)",
        remedy: "--color automatic keeps the rest", stage: .plan)
    }
    for loss in losses { notes.warn("\(loss.what) is lost: \(loss.reason)") }
    let vision = Self.carriesDolbyVision(film, as: codec) ? hdr.dolbyVision : nil
    let carriesHDR10Plus = hdr.hasHDR10Plus && codec == .hevc
    if request.video.size.isCertain || draws, vision != nil || carriesHDR10Plus {
      notes.warn(
        "the frames' metadata of high dynamic range stays as it was graded: for the whole picture, without what is "
          + "drawn")
    }
    return HDRPlan(
      kind: Self.kind(of: hdr, color: color, hasVision: vision != nil),
      masteringDisplay: hdr.masteringDisplay, contentLight: hdr.contentLight, ambientViewing: hdr.ambientViewing,
      preferredTransfer: hdr.preferredTransfer,
      dolbyVision: vision.map { Self.record($0, of: film.video, size: size, frameRate: frameRate) },
      carriesHDR10Plus: carriesHDR10Plus, losses: losses)
  }

  /// What can't be carried over though the picture's system stays.
  private func losses(of film: Film, as codec: VideoCodec) -> [HDRLoss] {
    let hdr = film.video.hdr
    var losses: [HDRLoss] = []
    if hdr.hasHDR10Plus, codec != .hevc {
      losses.append(HDRLoss(what: "HDR10+", reason: "only HEVC carries it here"))
    }
    guard let vision = hdr.dolbyVision, !Self.carriesDolbyVision(film, as: codec) else { return losses }
    let reason =
      if codec != .hevc {
        "only HEVC carries it here"
      } else if film.stream.codec != "hevc" {
        "this version can't move it from \(film.stream.codec) to HEVC"
      } else if vision.hasEnhancementLayer || vision.profile == 7 {
        "of profile \(vision.profile) only the base layer can be encoded again, which its metadata doesn't describe"
      } else if hdr.dolbyVisionFrames == 0 {
        "the record promises it, but no frame has any"
      } else {
        "this version can't carry profile \(vision.profile)"
      }
    return losses + [HDRLoss(what: "Dolby Vision", reason: reason)]
  }

  /// Whether frames' metadata of Dolby Vision holds for the film when it is encoded again: there is only the one layer,
  /// which players without Dolby Vision show, too (ETSI TS 103 572).
  private static func carriesDolbyVision(_ film: Film, as codec: VideoCodec) -> Bool {
    guard let vision = film.video.hdr.dolbyVision, codec == .hevc, film.stream.codec == "hevc" else { return false }
    return vision.profile == 8 && !vision.hasEnhancementLayer && film.video.hdr.dolbyVisionFrames > 0
  }

  /// The system by the most specific thing that the result has.
  private static func kind(of hdr: HDRDescription, color: ColorDescription, hasVision: Bool) -> HDRKind {
    if hasVision { return .dolbyVision }
    if color.transfer == .hlg { return .hlg }
    guard color.transfer == .pq else { return .sdr }
    if hdr.hasHDR10Plus { return .hdr10Plus }
    return hdr.masteringDisplay == nil && hdr.contentLight == nil ? .pq : .hdr10
  }

  /// The record for a picture of another size and rate: its level says what a player has to decode a second.
  private static func record(
    _ source: DolbyVisionConfiguration, of video: VideoDescription, size: PixelSize, frameRate: Rational
  ) -> DolbyVisionConfiguration {
    let isSame = size == video.size && abs(frameRate.value - video.frameRate) < 0.5
    let needed = DolbyVisionConfiguration.level(for: size, frameRate: frameRate.value)
    return DolbyVisionConfiguration(
      profile: source.profile, level: isSame ? source.level : needed,
      baseLayerCompatibility: source.baseLayerCompatibility)
  }
}

extension HDRDescription {
  /// The names of what is said beside the samples.
  var messages: [String] {
    var names: [String] = []
    if masteringDisplay != nil { names.append("the mastering display") }
    if contentLight != nil { names.append("the content light level") }
    if ambientViewing != nil { names.append("the ambient viewing environment") }
    if hasHDR10Plus { names.append("HDR10+") }
    if dolbyVision != nil { names.append("Dolby Vision") }
    return names
  }
}
