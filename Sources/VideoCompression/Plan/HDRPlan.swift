public import Media

/// What the result carries of high dynamic range beside its samples.
///
/// Encoders drop it, so it is written after any of them, byte for byte as the source has it.
public struct HDRPlan: Sendable, Hashable, Codable {
  /// The system of the result.
  public let kind: HDRKind
  /// The display the picture was graded on.
  public let masteringDisplay: MasteringDisplay?
  /// How bright the content gets.
  public let contentLight: ContentLightLevel?
  /// The light around the display that the picture was made for.
  public let ambientViewing: AmbientViewingEnvironment?
  /// The transfer that a message beside the pictures prefers to the one of the parameter set.
  public let preferredTransfer: TransferCharacteristics?
  /// The configuration record of Dolby Vision, whose metadata each frame carries; `nil` when none does.
  public let dolbyVision: DolbyVisionConfiguration?
  /// Whether frames carry dynamic metadata of SMPTE ST 2094-40.
  public let carriesHDR10Plus: Bool
  /// What the source has and the result won't have.
  public let losses: [HDRLoss]

  package init(
    kind: HDRKind = .sdr, masteringDisplay: MasteringDisplay? = nil, contentLight: ContentLightLevel? = nil,
    ambientViewing: AmbientViewingEnvironment? = nil, preferredTransfer: TransferCharacteristics? = nil,
    dolbyVision: DolbyVisionConfiguration? = nil, carriesHDR10Plus: Bool = false, losses: [HDRLoss] = []
  ) {
    self.kind = kind
    self.masteringDisplay = masteringDisplay
    self.contentLight = contentLight
    self.ambientViewing = ambientViewing
    self.preferredTransfer = preferredTransfer
    self.dolbyVision = dolbyVision
    self.carriesHDR10Plus = carriesHDR10Plus
    self.losses = losses
  }

  /// Whether something is said once for all frames.
  var carriesFixed: Bool {
    masteringDisplay != nil || contentLight != nil || ambientViewing != nil || preferredTransfer != nil
  }
  /// Whether frames carry metadata of their own.
  var carriesDynamic: Bool { carriesHDR10Plus || dolbyVision != nil }
}

/// Metadata of high dynamic range that a result won't have.
public struct HDRLoss: Sendable, Hashable, Codable {
  /// What is lost, such as `HDR10+`.
  public let what: String
  /// Why, in a sentence for a person.
  public let reason: String

  package init(what: String, reason: String) {
    self.what = what
    self.reason = reason
  }
}
