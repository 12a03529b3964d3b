/// Which encoder may be used.
public enum BackendChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// The best one that this machine has.
  case automatic = "auto"
  /// Encoding by the processor.
  case software
  /// Encoding by a video unit that libva reaches, or failing.
  case vaapi
  /// Encoding by an NVIDIA GPU, or failing.
  case nvenc
}

/// What happens when the encoder that was asked for can't be used, or fails.
public enum FallbackPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The job fails.
  case refuse
  /// The next best encoder takes over; the report says so.
  case allow
}
