internal import Media

/// How a film's color gets into a stream: what the encoder writes, and what is written over it afterwards, because
/// encoders refuse or forget what they don't know.
struct ColorSignal: Hashable {
  /// What the encoder is told.
  let encoded: ColorDescription
  /// FFmpeg's notation of the filter that writes the rest into the coded stream; `nil` when nothing is left.
  let filter: String?

  /// Shares out a color.
  ///
  /// - Parameters:
  ///   - color: What the samples mean.
  ///   - codec: The stream's codec.
  ///   - writesChromaLocation: Whether the encoder tells where chroma lies.
  init(_ color: ColorDescription, codec: VideoCodec, writesChromaLocation: Bool) {
    var encoded = color
    var left: [String] = []
    // The code points of ITU-T H.273 that every encoder takes; 3 is reserved.
    if !(1...12).contains(color.primaries.rawValue) || color.primaries.rawValue == 3 {
      encoded.primaries = .unspecified
      left.append("colour_primaries=\(color.primaries.rawValue)")
    }
    if !(1...18).contains(color.transfer.rawValue) || color.transfer.rawValue == 3 {
      encoded.transfer = .unspecified
      left.append("transfer_characteristics=\(color.transfer.rawValue)")
    }
    if !(1...14).contains(color.matrix.rawValue) || color.matrix.rawValue == 3 {
      encoded.matrix = .unspecified
      left.append("matrix_coefficients=\(color.matrix.rawValue)")
    }
    if !writesChromaLocation, let type = color.chromaLocation.codePoint, type > 0 {
      left.append("chroma_sample_loc_type=\(type)")
    }
    self.encoded = encoded
    let name = codec == .hevc ? "hevc_metadata" : "h264_metadata"
    filter = left.isEmpty ? nil : "\(name)=\(left.joined(separator: ":"))"
  }
}

extension ChromaLocation {
  /// `ChromaLocType` of ITU-T H.273; `nil` where nothing is said. Streams without it mean 0.
  fileprivate var codePoint: Int? {
    switch self {
    case .unspecified: nil
    case .left: 0
    case .center: 1
    case .topLeft: 2
    case .top: 3
    case .bottomLeft: 4
    case .bottom: 5
    }
  }
}
