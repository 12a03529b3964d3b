internal import Media

/// What the header of a NAL unit says, as far as metadata is concerned (ITU-T H.265, 7.3.1.2; H.264, 7.3.1).
struct NALUnitHeader {
  /// What the unit holds.
  enum Content {
    /// A part of a coded picture, or a prefix unit of H.264, which nothing may part from its slice.
    case slice
    /// SEI messages, before or after the picture.
    case messages
    /// A unit of type 62, where Dolby Vision keeps its reference processing units.
    case processingUnit
    /// A unit of type 63, where Dolby Vision keeps its enhancement layer.
    case enhancementLayer
    /// The end of a coded sequence or of the whole stream.
    case end
    /// Anything else, units of other layers among it.
    case other
  }

  /// What the unit holds.
  let content: Content
  /// `nuh_temporal_id_plus1`; always 1 in H.264.
  let temporalIDPlus1: UInt8

  /// Reads the header at the beginning of a unit; one that is too short or forbidden holds `other`.
  init(_ codec: VideoCodec, _ bytes: Span<UInt8>, _ unit: Range<Int>) {
    guard unit.count >= codec.unitHeaderSize, bytes[unit.lowerBound] & 0x80 == 0 else {
      content = .other
      temporalIDPlus1 = 1
      return
    }
    let first = bytes[unit.lowerBound]
    switch codec {
    case .h264:
      content =
        switch first & 0x1F {
        case 1...5, 14: .slice
        case 6: .messages
        case 10, 11: .end
        default: .other
        }
      temporalIDPlus1 = 1
    case .hevc:
      let second = bytes[unit.lowerBound + 1]
      let isBaseLayer = first & 1 == 0 && second >> 3 == 0
      content =
        switch first >> 1 {
        case _ where !isBaseLayer: .other
        case 0...31: .slice
        case 36, 37: .end
        case 39, 40: .messages
        case 62: .processingUnit
        case 63: .enhancementLayer
        default: .other
        }
      temporalIDPlus1 = max(second & 7, 1)
    }
  }
}

extension VideoCodec {
  /// How many bytes the header of a NAL unit has.
  var unitHeaderSize: Int {
    switch self {
    case .h264: 1
    case .hevc: 2
    }
  }

  /// The header of a NAL unit of prefix SEI messages in an access unit of a temporal layer.
  func messageHeader(temporalIDPlus1: UInt8) -> [UInt8] {
    switch self {
    case .h264: [0x06]
    case .hevc: [0x4E, temporalIDPlus1]
    }
  }
}
