/// What the header of a reference processing unit of Dolby Vision tells, and whether its checksum is right
/// (ETSI GS CCM 001, 5.3).
package struct ReferenceProcessingUnit: Sendable, Hashable {
  /// What the header tells of the layers when it has its sequence part, which a stream may leave out where nothing changed.
  package struct Sequence: Sendable, Hashable {
    /// `bl_video_full_range_flag`: whether the base layer uses all code values.
    package let isBaseLayerFullRange: Bool
    /// Bits of a sample of the base layer.
    package let baseLayerBitDepth: Int
    /// Bits of a sample of the enhancement layer.
    package let enhancementLayerBitDepth: Int
    /// Bits of a sample of the composed picture.
    package let composedBitDepth: Int
    /// `el_spatial_resampling_filter_flag`: whether the enhancement layer is to be scaled up.
    package let isEnhancementLayerResampled: Bool
    /// `disable_residual_flag`: whether there is nothing to add from an enhancement layer.
    package let isResidualDisabled: Bool
  }

  /// `rpu_type`: 2 for the kind that is in use.
  package let type: Int
  /// `rpu_format`: which coding the rest has.
  package let format: Int
  /// `vdr_rpu_profile`: 0 for a base layer that only Dolby Vision's players can show, 1 for the others.
  package let rpuProfile: Int
  /// `vdr_rpu_level`.
  package let rpuLevel: Int
  /// What is told of the layers; `nil` when this unit leaves it out.
  package let sequence: Sequence?
  /// Whether the CRC-32 before the trailing bits is that of the bytes behind the prefix.
  package let isChecksumRight: Bool

  /// Reads a unit as `DynamicMetadata` holds it.
  /// - Returns: `nil` when it doesn't begin with the prefix 0x19, is cut off within the header, or is of a type or coding
  ///   that isn't 2 or doesn't have this header.
  package init?(_ bytes: [UInt8]) {
    var bits = BitReader(bytes[...])
    guard bits.read(8) == 0x19, let type = bits.read(6), type == 2, let format = bits.read(11), format & 0x700 == 0,
      let profile = bits.read(4), let level = bits.read(4), let hasSequence = bits.readFlag()
    else { return nil }
    if hasSequence {
      guard let sequence = Sequence(&bits) else { return nil }
      self.sequence = sequence
    } else {
      sequence = nil
    }
    self.type = type
    self.format = format
    rpuProfile = profile
    rpuLevel = level
    isChecksumRight = Self.hasRightChecksum(bytes)
  }

  /// The profile of the stream that such a unit belongs to: 5, 7, 8, or 4, which profile 7 superseded; `nil` when the unit
  /// leaves out what tells it, or it is none of these.
  package var profile: Int? {
    guard let sequence else { return nil }
    switch rpuProfile {
    case 0: return sequence.isBaseLayerFullRange ? 5 : nil
    case 1 where sequence.isEnhancementLayerResampled && !sequence.isResidualDisabled:
      return sequence.composedBitDepth == 12 ? 7 : 4
    case 1: return 8
    default: return nil
    }
  }

  /// Compares the last four bytes before the trailing bits with the checksum of what is between the prefix and them.
  private static func hasRightChecksum(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 6, bytes.last == 0x80, let written = BigEndian.read32(bytes.suffix(5), at: 0) else {
      return false
    }
    return Int(MPEG2Checksum.of(bytes[1..<(bytes.count - 5)])) == written
  }
}

extension ReferenceProcessingUnit.Sequence {
  /// Reads the part behind `vdr_seq_info_present_flag`; `nil` when it is cut off or says what can't be.
  fileprivate init?(_ bits: inout BitReader) {
    // chroma_resampling_explicit_filter_flag, coefficient_data_type, coefficient_log2_denom, vdr_rpu_normalized_idc
    guard bits.read(1) != nil, let coefficientType = bits.read(2),
      coefficientType != 0 || bits.readExpGolomb() != nil, bits.read(2) != nil,
      let isFullRange = bits.readFlag(),
      let baseDepth = bits.readExpGolomb(), let enhancementDepth = bits.readExpGolomb(),
      let composedDepth = bits.readExpGolomb(),
      // spatial_resampling_filter_flag, reserved_zero_3bits
      bits.read(4) != nil, let isResampled = bits.readFlag(), let isDisabled = bits.readFlag(),
      baseDepth <= 8, composedDepth <= 8
    else { return nil }
    isBaseLayerFullRange = isFullRange
    baseLayerBitDepth = 8 + baseDepth
    // Later editions keep another number in the bits above the lowest eight.
    enhancementLayerBitDepth = 8 + enhancementDepth & 0xFF
    composedBitDepth = 8 + composedDepth
    isEnhancementLayerResampled = isResampled
    isResidualDisabled = isDisabled
  }
}
