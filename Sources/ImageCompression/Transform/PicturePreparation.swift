internal import FFmpeg
internal import Jobs
internal import Media

/// A picture as an encoder gets it.
struct PreparedPicture {
  /// Upright, in the result's size and layout.
  let picture: Frame
  /// Transparency of the same size and depth; `nil` for none.
  let alpha: Frame?
  /// Whether colors are already multiplied by transparency.
  let isPremultiplied: Bool
}

/// Brings a decoded picture to the size, turn, layout and colors of the plan.
struct PicturePreparation {
  let plan: ImagePlan
  let threads: Int

  /// Does everything that the plan says, and nothing where the source is already so.
  func prepare(_ source: SourcePicture) throws(CompressionError) -> PreparedPicture {
    do throws(FFmpegError) {
      var picture = source.picture
      var alpha = source.alpha
      var color = plan.sourceColor
      if plan.convertsGray, let profile = ColorProfile(source.metadata.iccProfile) {
        picture = try Self.convertGray(picture, by: profile)
      }
      if plan.isToneMapped {
        picture = try picture.filtered(ToneMapping.filters(from: color, of: picture), threads: threads)
        color = ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .rgb, range: .full)
      }
      if plan.alpha == .flatten, let mask = alpha {
        picture = try Flattening.onWhite(
          picture, color: color, alpha: mask, isPremultiplied: source.isPremultiplied, threads: threads)
        color = ColorDescription(primaries: color.primaries, transfer: color.transfer, matrix: .rgb, range: .full)
        alpha = nil
      }
      picture = try bring(picture, from: color, to: plan.size, as: plan.layout)
      picture.setColor(plan.color)
      if let mask = alpha {
        let wide = plan.layout.bitDepth > 8
        let gray = PixelFormat(
          name: wide ? "gray\(plan.layout.bitDepth)le" : "gray", bitDepth: plan.layout.bitDepth,
          chromaSubsampling: .gray)
        alpha = try bring(mask, from: ColorDescription(range: .full), to: plan.size, as: gray)
      }
      return PreparedPicture(picture: picture, alpha: alpha, isPremultiplied: source.isPremultiplied && alpha != nil)
    } catch {
      throw CompressionError(
        code: .encodingFailed, message: "bringing the picture to its size and colors failed", stage: .transform,
        cause: error.description)
    }
  }

  /// A small version of a prepared picture, in a layout.
  func thumbnail(of picture: Frame, longSide: Int, as layout: PixelFormat) throws(FFmpegError) -> Frame {
    let scale = min(1, Double(longSide) / Double(picture.size.longSide))
    let size = PixelSize(
      width: max(2, Int((Double(picture.size.width) * scale / 2).rounded()) * 2),
      height: max(2, Int((Double(picture.size.height) * scale / 2).rounded()) * 2))
    let matrix =
      layout.chromaSubsampling == .rgb
      ? MatrixCoefficients.rgb : plan.color.matrix == .rgb ? .smpte170m : plan.color.matrix
    let color = ColorDescription(
      primaries: plan.color.primaries, transfer: plan.color.transfer, matrix: matrix, range: plan.color.range)
    let small = try picture.filtered(
      ScaleFilter(from: plan.color, to: color, size: size, layout: layout).text, threads: threads)
    small.setColor(color)
    return small
  }

  private func bring(
    _ frame: Frame, from color: ColorDescription, to shown: PixelSize, as layout: PixelFormat
  ) throws(FFmpegError) -> Frame {
    let size = plan.turn.swapsSides ? shown.transposed : shown
    let target = layout.chromaSubsampling == .gray ? ColorDescription(range: .full) : plan.color
    let isSameColor =
      layout.chromaSubsampling == .gray || layout.chromaSubsampling == .rgb
      || color.matrix == plan.color.matrix && color.range == plan.color.range
    var filters: [String] = []
    if size != frame.size || frame.pixelFormat?.name != layout.name || !isSameColor {
      filters.append(ScaleFilter(from: color, to: target, size: size, layout: layout).text)
    }
    filters += Self.filters(for: plan.turn)
    return filters.isEmpty ? frame : try frame.filtered(filters.joined(separator: ","), threads: threads)
  }

  static func filters(for turn: Orientation) -> [String] {
    switch turn {
    case .up: []
    case .upMirrored: ["hflip"]
    case .down: ["hflip", "vflip"]
    case .downMirrored: ["vflip"]
    case .leftMirrored: ["transpose=dir=cclock_flip"]
    case .right: ["transpose=dir=clock"]
    case .rightMirrored: ["transpose=dir=clock_flip"]
    case .left: ["transpose=dir=cclock"]
    }
  }

  private static func convertGray(_ frame: Frame, by profile: ColorProfile) throws(FFmpegError) -> Frame {
    let gray = try frame.pixelFormat?.name == "gray" ? frame : frame.filtered("format=gray")
    let rgb = PixelFormat(name: "rgb24", bitDepth: 8, chromaSubsampling: .rgb)
    let result = try Frame(size: frame.size, format: rgb, color: ColorDescription(matrix: .rgb, range: .full))
    let samples: [UInt8]
    do throws(ColorFailure) {
      samples = try profile.convertToSRGB(gray.samples(of: 0), .gray)
    } catch {
      return gray
    }
    result.fill(0, with: samples)
    return result
  }
}

/// FFmpeg's `scale` filter with the colors of both sides named, whatever frames say of themselves.
struct ScaleFilter {
  let from: ColorDescription
  let to: ColorDescription
  let size: PixelSize
  let layout: PixelFormat

  /// The filter in FFmpeg's notation.
  var text: String {
    var text = "scale=w=\(size.width):h=\(size.height):flags=lanczos+accurate_rnd+full_chroma_int+full_chroma_inp"
    if let matrix = Self.name(from.matrix) { text += ":in_color_matrix=\(matrix)" }
    if let matrix = Self.name(to.matrix) { text += ":out_color_matrix=\(matrix)" }
    text += ":in_range=\(from.range == .limited ? "limited" : "full")"
    text += ":out_range=\(to.range == .limited ? "limited" : "full")"
    return text + ",format=\(layout.name)"
  }

  private static func name(_ matrix: MatrixCoefficients) -> String? {
    switch matrix.rawValue {
    case 1: "bt709"
    case 4: "fcc"
    case 5, 6: "bt601"
    case 7: "smpte240m"
    case 9, 10: "bt2020"
    default: nil
    }
  }
}

/// High dynamic range brought to the standard one.
enum ToneMapping {
  /// Light is made linear with reference white (203 cd/m², BT.2408) as 1, brought to the primaries of BT.709, and what is
  /// brighter than white compressed into what is left of the range, for a peak of 1000 cd/m².
  static func filters(from color: ColorDescription, of frame: Frame) -> String {
    let rgb = PixelFormat(name: "gbrp16le", bitDepth: 16, chromaSubsampling: .rgb)
    let toRGB = ScaleFilter(from: color, to: ColorDescription(range: .full), size: frame.size, layout: rgb).text
    let transfer = color.transfer == .hlg ? "arib-std-b67" : "smpte2084"
    let primaries = color.primaries == .unspecified ? "bt2020" : "\(color.primaries)"
    return [
      toRGB, "zscale=tin=\(transfer):pin=\(primaries):min=gbr:rin=full:t=linear:npl=203", "format=gbrpf32le",
      "zscale=p=bt709", "tonemap=tonemap=mobius:desat=0:peak=4.926", "zscale=t=iec61966-2-1:m=gbr:r=full",
      "format=gbrp",
    ].joined(separator: ",")
  }
}
