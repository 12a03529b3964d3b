internal import DynamicRange
import Media

extension Planner {
  /// How the film's high dynamic range is brought into another system of color when it becomes a codec; `nil` where it is
  /// kept, or the film has none.
  ///
  /// - Parameters:
  ///   - video: The film.
  ///   - codec: What it becomes.
  func conversion(of video: VideoDescription, as codec: VideoCodec) -> ColorConversion? {
    guard let transfer = Self.dynamicTransfer(of: video), let target = wishedColor(as: codec),
      target.transfer != transfer
    else { return nil }
    let color = video.color
    // A film that names its transfer only means the rest of BT.2100, too.
    let source = ColorDescription(
      primaries: color.primaries == .unspecified ? .bt2020 : color.primaries, transfer: transfer,
      matrix: color.matrix == .unspecified || color.matrix == .rgb ? .bt2020NonConstant : color.matrix,
      range: color.range == .full ? .full : .limited, chromaLocation: color.chromaLocation)
    return ColorConversion(source: source, target: target, peak: Self.peak(of: video, transfer))
  }

  /// What high dynamic range becomes in a codec; `nil` where it is kept.
  private func wishedColor(as codec: VideoCodec) -> ColorDescription? {
    switch request.video.color {
    case .preserve: nil
    case .automatic: codec == .hevc && request.video.profile != .main ? nil : .standardRange
    case .sdr: .standardRange
    case .hlg: .highRange(.hlg)
    case .pq: .highRange(.pq)
    }
  }

  /// Refuses to lose dynamic range where that isn't wished, and what no conversion is known for.
  func checkDynamicRange(of video: VideoDescription, as codec: VideoCodec) throws(CompressionError) {
    let policy = request.video.color
    if codec == .h264 || request.video.profile == .main {
      let remedy = "use --codec hevc without --profile main"
      if policy == .preserve, PictureLayout.isHDR(video) {
        throw CompressionError(
          code: .notSupported, message: "the film has high dynamic range, which 8 bits would lose", remedy: remedy,
          stage: .plan)
      }
      if policy == .hlg || policy == .pq {
        throw CompressionError(
          code: .notSupported,
          message: "\(policy == .hlg ? "HLG" : "PQ") was asked for, which 8 bits can't carry", remedy: remedy,
          stage: .plan)
      }
    }
    try checkConversion(of: video, as: codec)
  }

  /// Refuses to convert colors that no conversion is known for.
  func checkConversion(of video: VideoDescription, as codec: VideoCodec) throws(CompressionError) {
    guard let conversion = conversion(of: video, as: codec), conversion.formulas == nil else { return }
    throw CompressionError(
      code: .notSupported,
      message:
        "the film's color (primaries \(conversion.source.primaries), matrix \(conversion.source.matrix)) can't be "
        + "brought to \(conversion.targetInWords) here",
      remedy: "use --codec hevc with --color preserve", stage: .plan)
  }

  /// Notes what becomes of the film's dynamic range.
  func noteDynamicRange(of video: VideoDescription, as codec: VideoCodec, notes: inout PlanNotes) {
    let policy = request.video.color
    if let conversion = conversion(of: video, as: codec) {
      let found = "the film is \(conversion.sourceInWords) with light up to \(conversion.peak.inWords) cd/m²"
      let wish = conversion.isToStandardRange ? "the standard range" : conversion.targetInWords
      notes.decide(
        "color", conversion.isToStandardRange ? "BT.709, tone-mapped" : "\(conversion.targetInWords), converted",
        because: policy == .automatic
          ? "8 bits can't carry the film's high dynamic range (\(conversion.sourceInWords)); HEVC would keep it"
          : "\(wish) was asked for; \(found)")
      return
    }
    switch policy {
    case .automatic, .preserve: break
    case .sdr:
      if Self.dynamicTransfer(of: video) == nil {
        notes.decide("color", "kept", because: "the film already has the standard range")
      }
    case .hlg, .pq:
      let name = policy == .hlg ? "HLG" : "PQ"
      notes.decide(
        "color", "kept",
        because: Self.dynamicTransfer(of: video) == nil
          ? "the film has the standard range, which \(name) would show no better" : "the film already is \(name)")
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

extension ColorPolicy {
  /// Whether a film of high dynamic range has to keep one.
  var needsHighRange: Bool {
    switch self {
    case .preserve, .hlg, .pq: true
    case .automatic, .sdr: false
    }
  }
}

extension ColorConversion {
  /// The formulas that carry it out; `nil` for colors that none are known for.
  var formulas: ConversionFormulas? {
    ConversionFormulas(from: source, to: target, peak: peak, referenceWhite: referenceWhite)
  }
}
