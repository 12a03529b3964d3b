extension DynamicMetadata {
  /// How a message of SMPTE ST 2094-40 begins (CTA-861-H, annex S): country code 0xB5 (United States), provider code
  /// 0x003C (Samsung), the provider's code 0x0001, application identifier 4.
  private static let hdr10PlusPrefix: [UInt8] = [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04]
  /// How a reference processing unit begins: `rpu_nal_prefix` of ETSI GS CCM 001.
  private static let processingUnitPrefix: UInt8 = 0x19

  /// Whether registered user data is a message of SMPTE ST 2094-40.
  static func isHDR10Plus(_ userData: some Sequence<UInt8>) -> Bool { userData.starts(with: hdr10PlusPrefix) }

  /// Whether a message is one of those that these values are read from and written as.
  static func owns(_ message: SEIMessage) -> Bool {
    message.type == SEIMessage.Kind.registeredUserData && isHDR10Plus(message.payload)
  }

  /// Whether a NAL unit of type 62 is a reference processing unit of Dolby Vision.
  static func isProcessingUnit(_ bytes: Span<UInt8>, _ unit: Range<Int>) -> Bool {
    unit.count > 2 && bytes[unit.lowerBound + 2] == processingUnitPrefix
  }

  /// The message of HDR10+. What a reader wouldn't find again isn't written: a payload of another application.
  var message: SEIMessage? {
    guard let hdr10Plus, Self.isHDR10Plus(hdr10Plus) else { return nil }
    return SEIMessage(type: SEIMessage.Kind.registeredUserData, payload: hdr10Plus)
  }

  /// The NAL unit of Dolby Vision without emulation prevention. What a reader wouldn't find again isn't written: a unit
  /// that begins otherwise, or without its trailing bits.
  var processingUnit: [UInt8]? {
    guard let dolbyVision, dolbyVision.first == Self.processingUnitPrefix, dolbyVision.last != 0 else { return nil }
    return [0x7C, 0x01] + dolbyVision
  }
}
