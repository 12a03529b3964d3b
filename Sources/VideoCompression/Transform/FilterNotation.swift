internal import FFmpeg
internal import Media

/// The steps of a plan in the notation of FFmpeg's filter graphs.
enum FilterNotation {
  /// The filters that carry out a step, in their order.
  static func filters(for step: TransformStep, color: ColorDescription) -> [String] {
    switch step {
    case .deinterlace: ["bwdif=mode=send_frame:parity=auto:deint=interlaced"]
    case .orient(let orientation): filters(for: orientation)
    case .scale(let size, let format): [scale(to: size, color: color), "format=\(format.name)"]
    // Done behind the others, for slow parts only.
    case .interpolate: []
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

  /// Range and matrix are named on both sides: left to itself, the scaler takes some full-range formats for limited.
  private static func scale(to size: PixelSize, color: ColorDescription) -> String {
    var options = "scale=w=\(size.width):h=\(size.height):flags=bicubic"
    switch color.range {
    case .full: options += ":in_range=full:out_range=full"
    case .limited: options += ":out_range=limited"
    case .unspecified: break
    }
    if let matrix = matrixName(color.matrix) { options += ":out_color_matrix=\(matrix)" }
    return options
  }

  /// The scaler's names of the matrices that it knows.
  private static func matrixName(_ matrix: MatrixCoefficients) -> String? {
    switch matrix.rawValue {
    case 1: "bt709"
    case 4: "fcc"
    case 5, 6: "smpte170m"
    case 7: "smpte240m"
    case 9, 10: "bt2020"
    default: nil
    }
  }
}
