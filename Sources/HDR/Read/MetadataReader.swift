internal import Media

/// Reads what the packets of a film carry beside their pictures: SEI messages of H.264 and H.265, units of Dolby Vision,
/// metadata of AV1.
///
/// Made to be called for every packet: nothing is copied but the messages themselves, and with lengths before the units
/// only their headers are looked at. Input is never trusted: what is malformed or cut off is left out.
package struct MetadataReader: Sendable {
  private enum Format {
    case units(VideoCodec, NALUnitScanner.Framing)
    case av1
  }

  private let format: Format
  /// What the configuration itself says: SEI messages in `hvcC` or beside parameter sets, metadata in `av1C`.
  package let configured: StaticMetadata

  /// Prepares for the packets of a stream.
  /// - Parameters:
  ///   - codec: FFmpeg's name of the codec: `hevc`, `h264` or `av1`. All others carry nothing, and give `nil`.
  ///   - configuration: The stream's extradata: a record (`hvcC`, `avcC`, `av1C`), which says that lengths stand before
  ///     the units of each packet; or parameter sets between start codes, or nothing, which say that start codes do.
  package init?(codec: String, configuration: [UInt8]) {
    var metadata = PacketMetadata()
    switch codec {
    case "hevc", "h264":
      let codec = codec == "hevc" ? VideoCodec.hevc : .h264
      let record = ConfigurationRecord(codec, configuration)
      format = .units(codec, record.framing)
      for unit in record.units { Self.read(codec, configuration.span, unit, into: &metadata) }
    case "av1":
      format = .av1
      OpenBitstreamUnits.read(configuration.span, from: OpenBitstreamUnits.start(of: configuration), into: &metadata)
    default: return nil
    }
    configured = metadata.fixed
  }

  /// Reads a packet: an access unit, or a temporal unit of AV1.
  package func read(_ packet: Span<UInt8>) -> PacketMetadata {
    var metadata = PacketMetadata()
    switch format {
    case .units(let codec, let framing):
      var scanner = NALUnitScanner(framing)
      while let unit = scanner.next(in: packet) { Self.read(codec, packet, unit, into: &metadata) }
    case .av1: OpenBitstreamUnits.read(packet, from: 0, into: &metadata)
    }
    return metadata
  }

  /// Reads a packet whose bytes are in an array.
  package func read(_ bytes: [UInt8]) -> PacketMetadata { read(bytes.span) }

  /// Takes what a NAL unit says.
  private static func read(
    _ codec: VideoCodec, _ bytes: Span<UInt8>, _ unit: Range<Int>, into metadata: inout PacketMetadata
  ) {
    switch NALUnitHeader(codec, bytes, unit).content {
    case .messages:
      let content = EmulationPrevention.removed(from: bytes, in: unit)
      for message in SEIMessage.messages(in: content, from: codec.unitHeaderSize) { metadata.take(message) }
    case .processingUnit where DynamicMetadata.isProcessingUnit(bytes, unit):
      metadata.dynamic.dolbyVision = Self.processingUnit(bytes, unit)
    case .enhancementLayer: metadata.hasEnhancementLayer = true
    default: break
    }
  }

  /// What follows the header of a unit of Dolby Vision, up to its last byte that isn't zero.
  private static func processingUnit(_ bytes: Span<UInt8>, _ unit: Range<Int>) -> [UInt8] {
    var content = EmulationPrevention.removed(from: bytes, in: unit)
    while content.last == 0 { content.removeLast() }
    return Array(content.dropFirst(2))
  }
}
