public import Media

/// What became of a film's high dynamic range.
public struct HDROutcome: Sendable, Hashable, Codable {
  /// The source's system.
  public let source: HDRKind
  /// The result's system.
  public let output: HDRKind
  /// Whether samples were brought to another system.
  public let isConverted: Bool
  /// The names of what was kept of what is said beside the samples.
  public let kept: [String]
  /// What was lost of it, and why.
  public let lost: [HDRLoss]
  /// How many of the result's frames carry dynamic metadata of SMPTE ST 2094-40.
  public let hdr10PlusFrames: Int
  /// How many of the result's frames carry metadata of Dolby Vision.
  public let dolbyVisionFrames: Int

  package init(
    source: HDRKind, output: HDRKind, isConverted: Bool, kept: [String], lost: [HDRLoss], hdr10PlusFrames: Int,
    dolbyVisionFrames: Int
  ) {
    self.source = source
    self.output = output
    self.isConverted = isConverted
    self.kept = kept
    self.lost = lost
    self.hdr10PlusFrames = hdr10PlusFrames
    self.dolbyVisionFrames = dolbyVisionFrames
  }
}

extension HDROutcome {
  /// What became of it; `nil` when there was none.
  ///
  /// - Parameters:
  ///   - source: The source's film.
  ///   - output: The result's film.
  ///   - plan: What was planned; `nil` when packets were copied.
  init?(source: VideoDescription, output: VideoDescription, plan: VideoPlan?) {
    guard source.hdr.kind != .sdr || output.hdr.kind != .sdr || !source.hdr.messages.isEmpty else { return nil }
    self.init(
      source: source.hdr.kind, output: output.hdr.kind, isConverted: plan?.conversion != nil,
      kept: output.hdr.messages, lost: plan?.hdr.losses ?? [], hdr10PlusFrames: output.hdr.hdr10PlusFrames,
      dolbyVisionFrames: output.hdr.dolbyVisionFrames)
  }
}
