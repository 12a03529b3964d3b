internal import FFmpeg
internal import Media

/// The steps of a plan in the notation of FFmpeg's filter graphs.
enum FilterNotation {
  /// The filters that carry out a plan's steps, in their order.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - color: What the samples mean in the end.
  ///   - format: How the frames that come in are laid out.
  ///   - location: Where chroma lies in them, if they aren't 4:2:0: of that, the color tells it.
  static func filters(
    for steps: [TransformStep], color: ColorDescription, from format: PixelFormat,
    location: ChromaLocation = .unspecified
  ) -> [String] {
    var format = format
    // Before its mapping to the standard range a film has its own color.
    var current = color
    for case .toneMap(let mapping, _) in steps { current = mapping.source }
    return steps.flatMap { step -> [String] in
      defer {
        switch step {
        case .scale(_, let layout): format = layout
        case .toneMap(_, let layout): (format, current) = (layout, color)
        case .deinterlace, .denoise, .crop, .levels, .pad, .orient, .interpolate: break
        }
      }
      return filters(for: step, color: current, format: format, location: location)
    }
  }

  private static func filters(
    for step: TransformStep, color: ColorDescription, format: PixelFormat, location: ChromaLocation
  ) -> [String] {
    switch step {
    case .deinterlace: ["bwdif=mode=send_frame:parity=auto:deint=interlaced"]
    case .denoise(let strength): [denoise(strength)]
    case .crop(let part, _): ["crop=w=\(part.size.width):h=\(part.size.height):x=\(part.x):y=\(part.y)"]
    case .scale(let size, let layout):
      ScalerNotation(color: color).filters(to: size, layout, from: format, location: location)
    // Done behind the others, for slow parts only.
    case .interpolate: []
    case .toneMap(let mapping, let format): toneMap(mapping, to: format)
    case .levels(let points): [levels(points, color: color, depth: format.bitDepth)]
    case .pad(let size, let place): ["pad=w=\(size.width):h=\(size.height):x=\(place.x):y=\(place.y):color=black"]
    case .orient(let orientation): filters(for: orientation)
    }
  }

  /// The filter that scales frames in a video unit's memory, each kind of which has one of its own.
  static func scale(on frame: Frame, to size: PixelSize, layout: PixelFormat) -> String {
    "scale_\(frame.deviceFormat ?? "vaapi")=w=\(size.width):h=\(size.height):format=\(layout.name)"
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

  /// Light is made linear with reference white as 1, brought to the primaries of BT.709, and what is brighter than white
  /// compressed into what is left of the range. The input's color is named, whatever frames say of themselves.
  private static func toneMap(_ mapping: ToneMapping, to format: PixelFormat) -> [String] {
    let source = mapping.source
    var input = "zscale=tin=\(source.transfer):pin=\(source.primaries):min=\(source.matrix)"
    input += ":rin=\(source.range == .full ? "full" : "limited")"
    if let location = locationName(source.chromaLocation) { input += ":cin=\(location)" }
    let peak = (mapping.peak / mapping.referenceWhite * 1000).rounded() / 1000
    return [
      input + ":t=linear:npl=\(mapping.referenceWhite)", "format=gbrpf32le", "zscale=p=bt709",
      "tonemap=tonemap=mobius:desat=0:peak=\(peak)", "zscale=t=bt709:m=bt709:r=limited:c=left:dither=ordered",
      "format=\(format.name)",
    ]
  }

  private static func locationName(_ location: ChromaLocation) -> String? {
    switch location {
    case .unspecified: nil
    case .left, .center, .top, .bottom: location.rawValue
    case .topLeft: "topleft"
    case .bottomLeft: "bottomleft"
    }
  }
}
