internal import FFmpeg
internal import Media

/// Scalers in the notation of FFmpeg's filter graphs, with everything named that they would otherwise assume.
///
/// They change sizes and layouts, and never what samples mean: range and matrix are the same on both sides. Planes of
/// brightness and color are scaled by zimg where FFmpeg has it: by the same kernel in little more than half of the time. The
/// rest is FFmpeg's own scaler's. Left to itself that one converts full range to limited where a graph only wants another
/// order of samples, takes films without a matrix for BT.601, goes through 8 bits of red, green and blue where both sides seem
/// to differ, and takes chroma for centered.
struct ScalerNotation {
  /// What the samples mean, before and after.
  let color: ColorDescription

  /// Without the first flag, rounding is one-sided: ten bits lose what dithering should keep, and chroma from red, green
  /// and blue is off by a fifth of a step. The second reads chroma from each pixel instead of each other one, and the
  /// third leaves out a short cut that takes 4:1:0 to 4:2:0 by repeating samples.
  private static let flags = "flags=bicubic+accurate_rnd+full_chroma_inp+bitexact"

  /// Options for conversions that a graph inserts by itself, between layouts that differ in the order of samples only.
  var options: String { "\(Self.flags):\(meaning(isFull: color.range == .full))" }

  /// The filters that bring frames to a size and a layout.
  ///
  /// - Parameters:
  ///   - size: The size.
  ///   - layout: How samples are to be laid out.
  ///   - before: The size before.
  ///   - format: How samples are laid out before.
  ///   - location: Where chroma lies before, if that isn't 4:2:0: of that, the color tells it.
  func filters(
    to size: PixelSize, _ layout: PixelFormat, from before: PixelSize, _ format: PixelFormat, location: ChromaLocation
  ) -> [String] {
    if Self.hasLibrary, Self.suitsLibrary(before, format), Self.suitsLibrary(size, layout), size != before {
      return [
        "zscale=w=\(size.width):h=\(size.height):\(libraryOptions(from: format, location: location))",
        "format=\(layout.name)",
      ]
    }
    // From 16 bits straight to 8, planes are cut off rather than dithered.
    if format.bitDepth > 14, layout.bitDepth == 8 {
      return filters(to: size, .yuv420p10, from: before, format, location: location)
        + filters(to: size, layout, from: size, .yuv420p10, location: color.chromaLocation)
    }
    let first = Place(format.chromaSubsampling == .yuv420 ? color.chromaLocation : location, in: format)
    let last = Place(color.chromaLocation, in: layout)
    return [
      "scale=w=\(size.width):h=\(size.height):\(Self.flags):\(meaning(of: format))"
        + ":in_h_chr_pos=\(first.across):in_v_chr_pos=\(first.down)"
        + ":out_h_chr_pos=\(last.across):out_v_chr_pos=\(last.down)",
      "format=\(layout.name)",
    ]
  }

  // MARK: zimg

  /// Whether FFmpeg was built with zimg.
  private static let hasLibrary = FFmpegLibrary.hasFilter("zscale")

  /// Whether pictures are of a kind that zimg takes: planes of brightness and color, without a row or column that has only
  /// half a sample of chroma, and with sides that its kernel doesn't reach beyond on both ends at once.
  private static func suitsLibrary(_ size: PixelSize, _ format: PixelFormat) -> Bool {
    let step = format.chromaSubsampling.step
    return ["yuv420p", "yuv422p", "yuv444p"].contains { format.name == $0 || format.name.hasPrefix("\($0)1") }
      && size.width % step.width == 0 && size.height % step.height == 0 && size.shortSide >= 16
  }

  /// The kernel is that of FFmpeg's scaler. No matrix is named on either side, since of those that zimg knows one would have
  /// to be right.
  private func libraryOptions(from format: PixelFormat, location: ChromaLocation) -> String {
    let range = color.range == .full ? "full" : "limited"
    let before = Self.libraryName(format.chromaSubsampling == .yuv420 ? color.chromaLocation : location)
    return "filter=bicubic:param_a=0:param_b=0.6:dither=ordered:rangein=\(range):range=\(range)"
      + ":matrixin=unspecified:matrix=unspecified:chromalin=\(before)"
      + ":chromal=\(Self.libraryName(color.chromaLocation))"
  }

  private static func libraryName(_ location: ChromaLocation) -> String {
    switch location {
    case .unspecified, .left: "left"
    case .center: "center"
    case .topLeft: "topleft"
    case .top: "top"
    case .bottomLeft: "bottomleft"
    case .bottom: "bottom"
    }
  }

  // MARK: FFmpeg's scaler

  private func meaning(of format: PixelFormat) -> String {
    meaning(isFull: color.range == .full || Self.takesAsFull(format))
  }

  /// Whether the scaler takes a layout for full range whatever it is told, so that only full range leaves samples as they
  /// are: grey ones and those named for JPEG since libswscale 8.
  private static func takesAsFull(_ format: PixelFormat) -> Bool {
    FFmpegLibrary.scalerGeneration >= 8 && (format.chromaSubsampling == .gray || format.name.hasPrefix("yuvj"))
  }

  private func meaning(isFull: Bool) -> String {
    let range = isFull ? "full" : "limited"
    return "in_range=\(range):out_range=\(range):in_color_matrix=\(matrix):out_color_matrix=\(matrix)"
  }

  /// The scaler's name of the matrix. It counts for films of red, green and blue only, whose plan names one of these; of
  /// all others it is only to be the same on both sides.
  private var matrix: String {
    switch color.matrix.rawValue {
    case 4: "fcc"
    case 5, 6: "smpte170m"
    case 7: "smpte240m"
    case 9, 10: "bt2020"
    default: "bt709"
    }
  }

  /// Where the first chroma sample lies, in 256ths of a luma sample behind the first of those.
  private struct Place {
    let across: Int
    let down: Int

    init(_ location: ChromaLocation, in format: PixelFormat) {
      let (width, height) = format.chromaSubsampling.step
      switch location {
      case .unspecified, .left, .topLeft, .bottomLeft: across = 0
      case .center, .top, .bottom: across = (width - 1) * 128
      }
      switch location {
      case .topLeft, .top: down = 0
      case .unspecified, .left, .center: down = (height - 1) * 128
      // The scaler takes no place further down.
      case .bottomLeft, .bottom: down = min((height - 1) * 256, 512)
      }
    }
  }
}

extension ChromaSubsampling {
  /// Luma samples for each one of chroma, across and down.
  fileprivate var step: (width: Int, height: Int) {
    switch self {
    case .gray, .yuv444, .rgb: (1, 1)
    case .yuv420: (2, 2)
    case .yuv422: (2, 1)
    case .yuv411: (4, 1)
    case .yuv440: (1, 2)
    case .yuv410: (4, 4)
    }
  }
}
