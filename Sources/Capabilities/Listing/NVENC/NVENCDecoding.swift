internal import CNVENC
internal import FFmpeg
internal import Glibc

/// What NVIDIA's driver lists beside encoders: decoding and scaling.
enum NVENCDecoding {
  /// The library that decodes. It may be missing where the one that encodes is installed.
  static let library = "libnvcuvid.so.1"

  private static let kinds: [(kind: cudaVideoCodec, codec: String, bitDepth: Int)] = [
    (cudaVideoCodec_H264, "h264", 8), (cudaVideoCodec_HEVC, "hevc", 8), (cudaVideoCodec_HEVC, "hevc", 10),
    (cudaVideoCodec_VP9, "vp9", 8), (cudaVideoCodec_VP9, "vp9", 10), (cudaVideoCodec_AV1, "av1", 8),
    (cudaVideoCodec_AV1, "av1", 10),
  ]

  /// Asks the GPU of a session what it decodes in 4:2:0. Where the library is missing or fails, it decodes nothing for
  /// us. C functions: `dlopen`, `cuvidGetDecoderCaps`.
  ///
  /// - Parameter session: It stays open meanwhile: the answer is about the GPU whose context is current on this thread.
  static func list(in session: NVENCSession) -> DeviceDecoding {
    withExtendedLifetime(session) {
      guard let handle = unsafe dlopen(library, RTLD_LAZY | RTLD_LOCAL),
        let ask = unsafe swage_nvdec_find(handle)
      else { return DeviceDecoding(codecs: [], canScale: false) }
      let codecs = kinds.filter { unsafe supports($0.kind, $0.bitDepth, ask) }
      return DeviceDecoding(
        codecs: Set(codecs.map { DeviceDecoding.Codec(name: $0.codec, bitDepth: $0.bitDepth) }),
        canScale: FFmpegLibrary.hasFilter("scale_cuda"))
    }
  }

  private static func supports(_ kind: cudaVideoCodec, _ bitDepth: Int, _ ask: swage_nvdec_ask) -> Bool {
    var query = CUVIDDECODECAPS()
    query.eCodecType = kind
    query.eChromaFormat = cudaVideoChromaFormat_420
    query.nBitDepthMinus8 = UInt32(bitDepth - 8)
    return unsafe ask(&query) == CUDA_SUCCESS && query.bIsSupported != 0
  }
}
