package import Media

/// What a stream of high dynamic range says of itself once, for all its pictures.
package struct StaticMetadata: Sendable, Hashable {
  /// Mastering display color volume (ITU-T H.265, D.2.28; SMPTE ST 2086).
  package var masteringDisplay: MasteringDisplay?
  /// Content light level information (D.2.35; CTA-861.3).
  package var contentLight: ContentLightLevel?
  /// Ambient viewing environment (D.2.39).
  package var ambientViewing: AmbientViewingEnvironment?
  /// The transfer that is better than the one of the parameter set (D.2.38), as films of HLG have it that older players
  /// are to show as well.
  package var preferredTransfer: TransferCharacteristics?

  /// Gathers what a stream says.
  package init(
    masteringDisplay: MasteringDisplay? = nil, contentLight: ContentLightLevel? = nil,
    ambientViewing: AmbientViewingEnvironment? = nil, preferredTransfer: TransferCharacteristics? = nil
  ) {
    self.masteringDisplay = masteringDisplay
    self.contentLight = contentLight
    self.ambientViewing = ambientViewing
    self.preferredTransfer = preferredTransfer
  }

  /// Whether nothing is said.
  package var isEmpty: Bool { self == StaticMetadata() }

  /// Takes over what isn't said yet.
  package mutating func complete(with other: StaticMetadata) {
    masteringDisplay = masteringDisplay ?? other.masteringDisplay
    contentLight = contentLight ?? other.contentLight
    ambientViewing = ambientViewing ?? other.ambientViewing
    preferredTransfer = preferredTransfer ?? other.preferredTransfer
  }
}
