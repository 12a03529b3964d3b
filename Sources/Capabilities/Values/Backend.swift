/// A kind of encoder.
public enum Backend: String, Sendable, Hashable, Codable, CaseIterable {
  /// The processor.
  case software
  /// Intel's, AMD's and others' video units through libva.
  case vaapi
  /// NVIDIA's video units.
  case nvenc
}
