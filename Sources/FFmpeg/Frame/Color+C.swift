internal import CFFmpeg
internal import Media

extension ColorDescription {
  init(
    primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace, range: AVColorRange,
    location: AVChromaLocation, pixelFormat: AVPixelFormat
  ) {
    // FFmpeg says "reserved" (0) for the first two where nothing is known; 0 is a real matrix (RGB) only.
    let isRGB = PixelFormat(pixelFormat)?.chromaSubsampling == .rgb
    let matrixValue = matrix.rawValue == 0 && !isRGB ? 2 : Int(matrix.rawValue)
    self.init(
      primaries: ColorPrimaries(rawValue: primaries.rawValue == 0 ? 2 : Int(primaries.rawValue)),
      transfer: TransferCharacteristics(rawValue: transfer.rawValue == 0 ? 2 : Int(transfer.rawValue)),
      matrix: MatrixCoefficients(rawValue: matrixValue),
      range: ColorRange(range, pixelFormat: pixelFormat), chromaLocation: ChromaLocation(location))
  }
}

extension ColorPrimaries {
  var c: AVColorPrimaries { AVColorPrimaries(UInt32(truncatingIfNeeded: rawValue)) }
}

extension TransferCharacteristics {
  var c: AVColorTransferCharacteristic { AVColorTransferCharacteristic(UInt32(truncatingIfNeeded: rawValue)) }
}

extension MatrixCoefficients {
  var c: AVColorSpace { AVColorSpace(UInt32(truncatingIfNeeded: rawValue)) }
}

extension ColorRange {
  init(_ range: AVColorRange, pixelFormat: AVPixelFormat) {
    let namesFullRange = [
      AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P,
    ].contains(pixelFormat)
    self =
      switch range {
      case AVCOL_RANGE_JPEG: .full
      case AVCOL_RANGE_MPEG: .limited
      default: namesFullRange ? .full : .unspecified
      }
  }

  var c: AVColorRange {
    switch self {
    case .unspecified: AVCOL_RANGE_UNSPECIFIED
    case .limited: AVCOL_RANGE_MPEG
    case .full: AVCOL_RANGE_JPEG
    }
  }
}

extension ChromaLocation {
  init(_ location: AVChromaLocation) {
    self =
      switch location {
      case AVCHROMA_LOC_LEFT: .left
      case AVCHROMA_LOC_CENTER: .center
      case AVCHROMA_LOC_TOPLEFT: .topLeft
      case AVCHROMA_LOC_TOP: .top
      case AVCHROMA_LOC_BOTTOMLEFT: .bottomLeft
      case AVCHROMA_LOC_BOTTOM: .bottom
      default: .unspecified
      }
  }

  var c: AVChromaLocation {
    switch self {
    case .unspecified: AVCHROMA_LOC_UNSPECIFIED
    case .left: AVCHROMA_LOC_LEFT
    case .center: AVCHROMA_LOC_CENTER
    case .topLeft: AVCHROMA_LOC_TOPLEFT
    case .top: AVCHROMA_LOC_TOP
    case .bottomLeft: AVCHROMA_LOC_BOTTOMLEFT
    case .bottom: AVCHROMA_LOC_BOTTOM
    }
  }
}

extension PixelFormat {
  init?(_ format: AVPixelFormat) {
    guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return nil }
    let d = unsafe descriptor.pointee
    guard unsafe d.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0 else { return nil }
    let subsampling: ChromaSubsampling =
      if unsafe d.nb_components < 3 {
        .gray
      } else if unsafe d.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 || d.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 {
        .rgb
      } else {
        switch unsafe (d.log2_chroma_w, d.log2_chroma_h) {
        case (1, 1): .yuv420
        case (1, 0): .yuv422
        case (2, 0): .yuv411
        case (0, 1): .yuv440
        case (2, 2): .yuv410
        default: .yuv444
        }
      }
    unsafe self.init(
      name: String(cString: d.name), bitDepth: Int(d.comp.0.depth), chromaSubsampling: subsampling,
      hasAlpha: d.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0)
  }
}
