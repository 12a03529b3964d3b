/// How the samples of a picture are laid out, as FFmpeg names it.
public struct PixelFormat: Sendable, Hashable, Codable {
  /// FFmpeg's name, such as `yuv420p10le`.
  public let name: String
  /// Bits of one sample of one component.
  public let bitDepth: Int
  /// How far chroma is reduced against luma.
  public let chromaSubsampling: ChromaSubsampling
  /// Whether there is a component of transparency.
  public let hasAlpha: Bool

  /// Makes a description of a format by its facts.
  public init(name: String, bitDepth: Int, chromaSubsampling: ChromaSubsampling, hasAlpha: Bool = false) {
    self.name = name
    self.bitDepth = bitDepth
    self.chromaSubsampling = chromaSubsampling
    self.hasAlpha = hasAlpha
  }

  /// 4:2:0 with 8 bits in three planes.
  public static let yuv420p = PixelFormat(name: "yuv420p", bitDepth: 8, chromaSubsampling: .yuv420)
  /// 4:2:0 with 8 bits in three planes, where the name itself says full range.
  public static let yuvj420p = PixelFormat(name: "yuvj420p", bitDepth: 8, chromaSubsampling: .yuv420)
  /// 4:2:0 with 8 bits, chroma interleaved: what video units take.
  public static let nv12 = PixelFormat(name: "nv12", bitDepth: 8, chromaSubsampling: .yuv420)
  /// 4:2:0 with 10 bits in the upper bits of 16, chroma interleaved: what video units take.
  public static let p010 = PixelFormat(name: "p010le", bitDepth: 10, chromaSubsampling: .yuv420)
  /// 4:2:0 with 10 bits in three planes.
  public static let yuv420p10 = PixelFormat(name: "yuv420p10le", bitDepth: 10, chromaSubsampling: .yuv420)
}

/// How far chroma is reduced against luma.
public enum ChromaSubsampling: String, Sendable, Hashable, Codable {
  /// No chroma at all.
  case gray
  /// Half in both directions.
  case yuv420
  /// Half across.
  case yuv422
  /// Full.
  case yuv444
  /// A quarter across.
  case yuv411
  /// Half down.
  case yuv440
  /// A quarter in both directions.
  case yuv410
  /// Red, green and blue.
  case rgb
}
