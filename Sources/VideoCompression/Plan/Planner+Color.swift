import Media

extension Planner {
  /// How the film's high dynamic range is brought to the standard range when it becomes a codec; `nil` where it is
  /// kept, or the film has none.
  func toneMapping(of video: VideoDescription, as codec: VideoCodec) -> ToneMapping? {
    switch request.video.color {
    case .preserve: return nil
    case .automatic where codec == .hevc && request.video.profile != .main: return nil
    case .automatic, .sdr: break
    }
    guard let transfer = Self.dynamicTransfer(of: video) else { return nil }
    let color = video.color
    // A film that names its transfer only means the rest of BT.2100, too.
    let source = ColorDescription(
      primaries: color.primaries == .unspecified ? .bt2020 : color.primaries, transfer: transfer,
      matrix: color.matrix == .unspecified || color.matrix == .rgb ? .bt2020NonConstant : color.matrix,
      range: color.range == .full ? .full : .limited, chromaLocation: color.chromaLocation)
    return ToneMapping(source: source, peak: Self.peak(of: video, transfer))
  }

  /// Refuses to lose dynamic range where that isn't wished, or can't be done well.
  func checkDynamicRange(of video: VideoDescription, as codec: VideoCodec) throws(CompressionError) {
    if codec == .h264 || request.video.profile == .main, request.video.color == .preserve, PictureLayout.isHDR(video) {
      throw CompressionError(
        code: .notSupported, message: "the film has high dynamic range, which 8 bits would lose",
        remedy: "use --codec hevc without --profile main", stage: .plan)
    }
    if toneMapping(of: video, as: codec) != nil, !filters.canToneMap {
      throw CompressionError(
        code: .notSupported,
        message: "the film has high dynamic range, and this FFmpeg has no filter (zscale) to bring it to the standard "
          + "range", remedy: "use --codec hevc without --color sdr, or an FFmpeg with the zimg library", stage: .plan)
    }
  }

  /// Notes what becomes of the film's dynamic range.
  func noteDynamicRange(of video: VideoDescription, as codec: VideoCodec, notes: inout PlanNotes) {
    if let mapping = toneMapping(of: video, as: codec) {
      let system = mapping.source.transfer == .hlg ? "HLG" : "PQ"
      notes.decide(
        "color", "BT.709, tone-mapped",
        because: request.video.color == .sdr
          ? "the standard range was asked for; the film is \(system) with light up to \(mapping.peak.inWords) cd/m²"
          : "8 bits can't carry the film's high dynamic range (\(system)); HEVC would keep it")
      return
    }
    if request.video.color == .sdr, Self.dynamicTransfer(of: video) == nil {
      notes.decide("color", "kept", because: "the film already has the standard range")
    }
  }

  /// The transfer of a film of high dynamic range; `nil` when its pictures have the standard range.
  static func dynamicTransfer(of video: VideoDescription) -> TransferCharacteristics? {
    let transfer = video.color.transfer
    if transfer == .pq || transfer == .hlg { return transfer }
    guard transfer == .unspecified, video.hdr.kind == .dolbyVision else { return nil }
    // A base layer without tags is what its record says (ETSI TS 103 572, bl_signal_compatibility_id).
    switch video.hdr.dolbyVision?.baseLayerCompatibility {
    case 2: return nil
    case 4: return .hlg
    default: return .pq
    }
  }

  /// The brightest light of a film: by its metadata, else what films of its system are usually made for.
  private static func peak(of video: VideoDescription, _ transfer: TransferCharacteristics) -> Double {
    guard transfer == .pq else { return 1000 }
    let display = video.hdr.masteringDisplay?.maximumLuminance.map { Double($0) / 10_000 } ?? 0
    let content = Double(video.hdr.contentLight?.maximumContentLight ?? 0)
    // Some phones write luminance in other units, which makes displays of 0.1 cd/m².
    let known = [display, content].filter { $0 >= 100 }.min() ?? 1000
    return min(max(known, 300), 10_000)
  }
}
