internal import FFmpeg
internal import HDR
internal import ISOMedia
internal import Media

/// Facts about a stream of pictures, from the container, the packets and the first picture.
struct VideoFacts {
  let stream: InputStream
  let scan: StreamScan
  let first: Frame?
  let metadata: MetadataLook?
  /// The light around the display, by the container's word.
  let ambient: AmbientViewing?

  func describe() -> VideoDescription {
    let stored = first?.size ?? stream.parameters.size
    let aspect = (stream.pixelAspect ?? first?.pixelAspect ?? Rational(1, 1)).reduced
    let format = first?.pixelFormat ?? stream.parameters.pixelFormat
    let steps = scan.steps()
    let frames = frameCount
    return VideoDescription(
      size: stored, displaySize: Self.displaySize(stored, aspect: aspect, orientation: stream.orientation),
      pixelAspect: aspect, orientation: stream.orientation, frameCount: frames, frameRate: frameRate(frames),
      nominalFrameRate: stream.averageFrameRate, isVariableFrameRate: isField ? false : steps?.isVariable ?? false,
      roundedFrameRate: roundedFrameRate, shortestStep: steps?.shortest, longestStep: steps?.longest,
      pixelFormat: format, scan: scanType, color: color,
      hdr: hdr, hasAlpha: format?.hasAlpha == true || stream.metadata["alpha_mode"] == "1", level: level)
  }

  /// As ITU-T H.264 7.4.2.1.1 and H.265 A.4 write it.
  private var level: CodecLevel? {
    guard let number = stream.parameters.level else { return nil }
    switch stream.parameters.codecName {
    case "h264": return CodecLevel(number / 10, number % 10)
    case "hevc": return CodecLevel(number / 30, number % 30 / 3)
    default: return nil
    }
  }

  static func displaySize(_ stored: PixelSize, aspect: Rational, orientation: Orientation) -> PixelSize {
    let width = aspect.isPositive ? Int((Double(stored.width) * aspect.value).rounded()) : stored.width
    let shown = PixelSize(width: max(width, 1), height: stored.height)
    return orientation.swapsSides ? shown.transposed : shown
  }

  /// Whether the packets are fields: twice as many as the container's rate has frames.
  private var isField: Bool {
    guard scanType != .progressive, let rate = stream.averageFrameRate, let duration = scan.durationSeconds,
      duration > 0
    else { return false }
    return Double(scan.packetCount) / duration > 1.6 * rate.value
  }

  private var roundedFrameRate: Rational? {
    // A tick of less than half a millisecond is exact enough to be taken at its word.
    guard !isField, let rate = stream.averageFrameRate, scan.timeBase.value > 0.0005 else { return nil }
    return scan.followsRate(rate) ? rate.reduced : nil
  }

  private var frameCount: Int { isField ? (scan.packetCount + 1) / 2 : scan.packetCount }

  private func frameRate(_ frames: Int) -> Double {
    // Of a constant rate the steps tell more than the duration, which includes a last frame of whatever length.
    if let steps = scan.steps(), !steps.isVariable, !isField { return 1 / steps.average }
    guard let duration = scan.durationSeconds, duration > 0 else { return stream.averageFrameRate?.value ?? 0 }
    return Double(frames) / duration
  }

  private var scanType: ScanType {
    if let first {
      return !first.isInterlaced ? .progressive : first.isTopFieldFirst ? .topFieldFirst : .bottomFieldFirst
    }
    return switch stream.parameters.scan {
    case .topFieldFirst: .topFieldFirst
    case .bottomFieldFirst: .bottomFieldFirst
    case .unknown, .progressive: .progressive
    }
  }

  /// The picture's own word; what it leaves open, the codec's parameters and then the container say.
  private var color: ColorDescription {
    [first?.color, stream.parameters.color, stream.color].compactMap(\.self).reduce(ColorDescription()) {
      $0.completed(by: $1)
    }
  }

  private var hdr: HDRDescription {
    let own = first?.hdrSideData ?? HDRSideData()
    let display = own.masteringDisplay ?? metadata?.fixed.masteringDisplay ?? stream.hdr.masteringDisplay
    let light = own.contentLight ?? metadata?.fixed.contentLight ?? stream.hdr.contentLight
    let hdr10PlusFrames = metadata?.frames.hdr10PlusFrames ?? (own.hasHDR10Plus ? 1 : 0)
    let vision = dolbyVision
    let kind: HDRKind =
      if vision != nil {
        .dolbyVision
      } else if color.transfer == .pq {
        hdr10PlusFrames > 0 ? .hdr10Plus : display != nil || light != nil ? .hdr10 : .pq
      } else if color.transfer == .hlg {
        .hlg
      } else {
        .sdr
      }
    return HDRDescription(
      kind: kind, masteringDisplay: display, contentLight: light, ambientViewing: ambientViewing,
      preferredTransfer: metadata?.fixed.preferredTransfer, dolbyVision: vision, hdr10PlusFrames: hdr10PlusFrames,
      dolbyVisionFrames: metadata?.frames.dolbyVisionFrames ?? 0)
  }

  private var ambientViewing: AmbientViewingEnvironment? {
    metadata?.fixed.ambientViewing
      ?? ambient.map {
        AmbientViewingEnvironment(
          illuminance: Int($0.illuminance),
          light: MasteringDisplay.Chromaticity(x: Int($0.lightX), y: Int($0.lightY)))
      }
  }

  /// The container's record, else what frames' own metadata tells: raw streams and some transport streams have no record.
  private var dolbyVision: DolbyVisionConfiguration? {
    if let record = stream.hdr.dolbyVision { return record }
    guard let profile = metadata?.visionProfile else { return nil }
    let compatibility: Int =
      switch (profile, color.transfer) {
      case (5, _): 0
      case (7, _): 6
      case (_, .hlg): 4
      case (_, .pq): 1
      default: 2
      }
    let rate = stream.averageFrameRate?.value ?? 30
    return DolbyVisionConfiguration(
      profile: profile,
      level: DolbyVisionConfiguration.level(for: first?.size ?? stream.parameters.size, frameRate: rate),
      baseLayerCompatibility: compatibility, hasEnhancementLayer: metadata?.hasEnhancementLayer ?? false)
  }
}
