package import Media

/// A kind of encoder.
public enum Backend: String, Sendable, Hashable, Codable, CaseIterable {
  /// The processor.
  case software
  /// Intel's, AMD's and others' video units through libva.
  case vaapi
  /// NVIDIA's video units.
  case nvenc
}

extension Backend {
  /// Whether it encodes in a unit of its own rather than on the processor.
  public var isHardware: Bool { self != .software }

  /// How samples have to be laid out for its encoders.
  package func layout(bitDepth: Int) -> PixelFormat {
    switch (isHardware, bitDepth > 8) {
    case (false, false): .yuv420p
    case (false, true): .yuv420p10
    case (true, false): .nv12
    case (true, true): .p010
    }
  }
}
