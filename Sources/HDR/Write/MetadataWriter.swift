package import Media

/// Writes metadata of high dynamic range into the access units of an encoder, between start codes.
///
/// What it is given is the truth: messages and units of the same kinds that an encoder wrote itself go, whether there is
/// something to put in their place or not. All other bytes stay as they are, except that the first unit gets a start
/// code of four bytes, as annex B of H.264 and H.265 wants it.
package struct MetadataWriter: Sendable {
  private let codec: VideoCodec
  private let fixed: [SEIMessage]

  /// Prepares for the access units of a stream.
  /// - Parameters:
  ///   - codec: What the encoder writes. H.264 gets only what is said of the whole stream.
  ///   - fixed: What every keyframe shall say.
  package init(codec: VideoCodec, fixed: StaticMetadata) {
    self.codec = codec
    self.fixed = fixed.messages
  }

  /// Gives an access unit with our messages directly before its first slice, one SEI unit each in the order of mastering
  /// display, content light, preferred transfer, ambient viewing, HDR10+; and with a unit of Dolby Vision behind all but
  /// the end of sequence and of stream.
  ///
  /// Data without a slice, such as parameter sets alone, only loses what the encoder wrote itself.
  /// - Parameters:
  ///   - accessUnit: One coded picture as the encoder gives it, between start codes.
  ///   - isKeyframe: Whether the values of the whole stream are written.
  ///   - dynamic: What the source says of this picture.
  package func rewrite(_ accessUnit: [UInt8], isKeyframe: Bool, dynamic: DynamicMetadata?) -> [UInt8] {
    let units = units(of: accessUnit)
    let firstSlice = units.firstIndex { $0.header.content == .slice }
    let lastSlice = units.lastIndex { $0.header.content == .slice }
    let end = lastSlice.map { last in units[last...].firstIndex { $0.header.content == .end } ?? units.endIndex }
    let processingUnit = codec == .hevc ? dynamic?.processingUnit : nil

    var result: [UInt8] = []
    result.reserveCapacity(accessUnit.count + (processingUnit?.count ?? 0) + (dynamic?.hdr10Plus?.count ?? 0) + 256)
    // What isn't a unit yet mustn't come behind one of ours, as it would belong to it.
    var position = (units.first?.range.lowerBound ?? 3) - 3
    while position > 0, accessUnit[position - 1] == 0 { position -= 1 }
    result.append(contentsOf: accessUnit[..<position])
    for (index, unit) in units.enumerated() {
      if index == firstSlice {
        append(messages(isKeyframe, dynamic), temporalIDPlus1: unit.header.temporalIDPlus1, to: &result)
      }
      if index == end, let processingUnit { Self.append(processingUnit, to: &result) }
      let gap = position..<unit.range.lowerBound
      position = unit.range.upperBound
      guard unit.edit != .removed else { continue }
      if result.isEmpty, gap.count == 3 { result.append(0) }
      result.append(contentsOf: accessUnit[gap])
      switch unit.edit {
      case .rewritten(let content): EmulationPrevention.append(content, to: &result)
      default: result.append(contentsOf: accessUnit[unit.range])
      }
    }
    if end == units.endIndex, let processingUnit { Self.append(processingUnit, to: &result) }
    result.append(contentsOf: accessUnit[position...])
    return result
  }

  /// A NAL unit of the encoder.
  private struct Unit {
    let range: Range<Int>
    let header: NALUnitHeader
    let edit: Edit
  }

  /// What becomes of a NAL unit.
  private enum Edit: Equatable {
    case kept
    case removed
    /// It gets these bytes, to which emulation prevention is still to be added.
    case rewritten([UInt8])
  }

  /// The NAL units of an access unit, and what becomes of each.
  private func units(of accessUnit: [UInt8]) -> [Unit] {
    let bytes = accessUnit.span
    var units: [Unit] = []
    var scanner = NALUnitScanner(.startCodes)
    while let range = scanner.next(in: bytes) {
      let header = NALUnitHeader(codec, bytes, range)
      let edit: Edit =
        switch header.content {
        case .messages: edit(EmulationPrevention.removed(from: bytes, in: range))
        case .processingUnit where DynamicMetadata.isProcessingUnit(bytes, range): .removed
        default: .kept
        }
      units.append(Unit(range: range, header: header, edit: edit))
    }
    return units
  }

  /// What becomes of a unit of messages: it loses ours, keeps the others, and goes when there are none. H.264 gets no
  /// dynamic metadata, so that what it has stays.
  private func edit(_ content: [UInt8]) -> Edit {
    let messages = SEIMessage.messages(in: content, from: codec.unitHeaderSize)
    let others = messages.filter { message in
      !StaticMetadata.owns(message) && !(codec == .hevc && DynamicMetadata.owns(message))
    }
    if others.count == messages.count { return .kept }
    if others.isEmpty { return .removed }
    return .rewritten(content.prefix(codec.unitHeaderSize) + others.flatMap(\.bytes) + [0x80])
  }

  /// The messages of a picture.
  private func messages(_ isKeyframe: Bool, _ dynamic: DynamicMetadata?) -> [SEIMessage] {
    let own = codec == .hevc ? dynamic?.message : nil
    return (isKeyframe ? fixed : []) + (own.map { [$0] } ?? [])
  }

  /// Appends messages, each in a unit of its own, with the temporal layer of the picture (ITU-T H.265, 7.4.2.2).
  private func append(_ messages: [SEIMessage], temporalIDPlus1: UInt8, to result: inout [UInt8]) {
    for message in messages {
      let header = codec.messageHeader(temporalIDPlus1: temporalIDPlus1)
      Self.append(header + message.bytes + [0x80], to: &result)
    }
  }

  /// Appends a NAL unit behind a start code of four bytes.
  private static func append(_ unit: [UInt8], to result: inout [UInt8]) {
    result += [0, 0, 0, 1]
    EmulationPrevention.append(unit, to: &result)
  }
}
