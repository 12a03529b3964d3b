package import Media

/// How the samples of a layout lie in memory.
struct SampleLayout {
  let isWide: Bool
  /// Bits below a sample in its word.
  let shift: Int
  let isInterleaved: Bool
  let isHalfAcross: Bool
  let isHalfDown: Bool

  /// The layout of a format; `nil` for those whose samples a converter doesn't read.
  init?(_ format: PixelFormat) {
    let name = format.name
    guard !format.hasAlpha, !name.hasSuffix("be") else { return nil }
    let isSemiPlanar = ["nv12", "p010le", "p012le", "p016le"].contains(name)
    guard isSemiPlanar || name.hasPrefix("yuv4") || name.hasPrefix("yuvj4") else { return nil }
    switch format.chromaSubsampling {
    case .yuv420: (isHalfAcross, isHalfDown) = (true, true)
    case .yuv422: (isHalfAcross, isHalfDown) = (true, false)
    case .yuv444: (isHalfAcross, isHalfDown) = (false, false)
    case .gray, .yuv411, .yuv440, .yuv410, .rgb: return nil
    }
    isWide = format.bitDepth > 8
    isInterleaved = isSemiPlanar
    shift = isSemiPlanar && isWide ? 16 - format.bitDepth : 0
  }
}

extension PixelFormat {
  /// Whether a ``PictureConverter`` reads pictures of this layout: planes of luma and chroma in the machine's order.
  package var isConvertible: Bool { SampleLayout(self) != nil }
}
