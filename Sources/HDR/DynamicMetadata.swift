/// What one coded picture of high dynamic range carries beside its samples, byte for byte as the source has it.
package struct DynamicMetadata: Sendable, Hashable {
  /// A message of SMPTE ST 2094-40 (HDR10+): the payload of a registered user data SEI message (ITU-T H.265, D.2.6)
  /// from its country code on, without emulation prevention; `nil` when there is none.
  package var hdr10Plus: [UInt8]?
  /// A reference processing unit of Dolby Vision: what follows the two bytes of the header of a NAL unit of type 62, its
  /// prefix 0x19 and its trailing bits 0x80 included, without emulation prevention; `nil` when there is none.
  package var dolbyVision: [UInt8]?

  /// Gathers what a picture carries.
  package init(hdr10Plus: [UInt8]? = nil, dolbyVision: [UInt8]? = nil) {
    self.hdr10Plus = hdr10Plus
    self.dolbyVision = dolbyVision
  }

  /// Whether there is nothing.
  package var isEmpty: Bool { hdr10Plus == nil && dolbyVision == nil }
}
