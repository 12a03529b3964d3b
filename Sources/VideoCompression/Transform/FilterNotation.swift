internal import FFmpeg
internal import Media

/// The steps of a plan in the notation of FFmpeg's filter graphs.
enum FilterNotation {
  /// The filters that carry out a plan's steps, in their order.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - color: What the samples mean.
  ///   - size: Pixels of the frames that come in.
  ///   - format: How their samples are laid out.
  ///   - location: Where chroma lies in them, if they aren't 4:2:0: of that, the color tells it.
  static func filters(
    for steps: [TransformStep], color: ColorDescription, from size: PixelSize, _ format: PixelFormat,
    location: ChromaLocation = .unspecified
  ) -> [String] {
    var (size, format) = (size, format)
    return steps.flatMap { step -> [String] in
      defer {
        size = step.size(after: size)
        if case .scale(_, let layout) = step { format = layout }
      }
      return filters(for: step, color: color, size: size, format: format, location: location)
    }
  }

  private static func filters(
    for step: TransformStep, color: ColorDescription, size: PixelSize, format: PixelFormat, location: ChromaLocation
  ) -> [String] {
    switch step {
    case .deinterlace: ["bwdif=mode=send_frame:parity=auto:deint=interlaced"]
    case .denoise(let strength): [denoise(strength)]
    case .crop(let part, _): ["crop=w=\(part.size.width):h=\(part.size.height):x=\(part.x):y=\(part.y)"]
    case .scale(let next, let layout):
      ScalerNotation(color: color).filters(to: next, layout, from: size, format, location: location)
    // Done behind the others, for slow parts only.
    case .interpolate: []
    // Done between filters.
    case .convertColor: []
    case .levels(let points): [levels(points, color: color, depth: format.bitDepth)]
    case .pad(let size, let place): ["pad=w=\(size.width):h=\(size.height):x=\(place.x):y=\(place.y):color=black"]
    case .orient(let orientation): filters(for: orientation)
    }
  }

  /// The filters that scale and tone-map frames in a video unit's memory, each kind of which has its own.
  ///
  /// - Parameters:
  ///   - frame: A frame that comes in.
  ///   - plan: Size and color of those that go out.
  ///   - layout: How their samples are laid out.
  static func onDevice(_ frame: Frame, for plan: VideoPlan, layout: PixelFormat) -> [String] {
    let device = frame.deviceFormat ?? "vaapi"
    var filters: [String] = []
    if frame.size != plan.size {
      // Ten bits stay ten until their range changes.
      let format = plan.conversion == nil ? layout.name : "p010"
      filters.append("scale_\(device)=w=\(plan.size.width):h=\(plan.size.height):format=\(format)")
    }
    if let target = plan.conversion?.target {
      filters.append(
        "tonemap_\(device)=format=\(layout.name):p=\(target.primaries):t=\(target.transfer):m=\(target.matrix)")
    }
    return filters
  }

  private static func filters(for orientation: Orientation) -> [String] {
    switch orientation {
    case .up: []
    case .upMirrored: ["hflip"]
    case .down: ["hflip", "vflip"]
    case .downMirrored: ["vflip"]
    case .leftMirrored: ["transpose=cclock_flip"]
    case .right: ["transpose=clock"]
    case .rightMirrored: ["transpose=clock_flip"]
    case .left: ["transpose=cclock"]
    }
  }

  private static func denoise(_ strength: DenoiseStrength) -> String {
    let (spatial, temporal) = (strength.spatial, strength.temporal)
    return "hqdn3d=luma_spatial=\(spatial):chroma_spatial=\(spatial):luma_tmp=\(temporal):chroma_tmp=\(temporal)"
  }

  /// Stretching brightness and color alike is the same as stretching red, green and blue.
  private static func levels(_ points: LevelPoints, color: ColorDescription, depth: Int) -> String {
    let unit = Double(1 << (depth - 8))
    let (black, white) = color.range == .full ? (0, 256 * unit - 1) : (16 * unit, 235 * unit)
    let ends = color.range == .full ? (0, 256 * unit - 1) : (16 * unit, 240 * unit)
    let gain = ((1 / (points.white - points.black)) * 10_000).rounded() / 10_000
    let start = ((black + points.black * (white - black)) * 100).rounded() / 100
    let middle = 128 * unit
    let chroma = "clip((val-\(middle))*\(gain)+\(middle)\\,\(ends.0)\\,\(ends.1))"
    return "lutyuv=y=clip((val-\(start))*\(gain)+\(black)\\,\(black)\\,\(white)):u=\(chroma):v=\(chroma)"
  }
}
