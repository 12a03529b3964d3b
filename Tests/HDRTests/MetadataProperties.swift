internal import HDR
internal import Media

/// What has to hold for any bytes, asked by the fuzzer of all it thinks of, and by the tests of all it ever found.
enum MetadataProperties {
  /// One input, made of its bytes: a byte of choices, one with the size of a configuration, the configuration, two bytes
  /// with the size of a packet, the packet, and an access unit to write into.
  private struct Input {
    let readsFrom: String
    let writesTo: VideoCodec
    let isKeyframe: Bool
    let configuration: [UInt8]
    let packet: [UInt8]
    let accessUnit: [UInt8]

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 2 else { return nil }
      readsFrom = ["hevc", "h264", "av1", "hevc"][Int(bytes[0] & 3)]
      writesTo = bytes[0] & 4 == 0 ? .hevc : .h264
      isKeyframe = bytes[0] & 8 == 0
      var rest = bytes.dropFirst(2)
      configuration = Array(rest.prefix(Int(bytes[1])))
      rest = rest.dropFirst(configuration.count)
      let size = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2)
      packet = Array(rest.prefix(size))
      accessUnit = Array(rest.dropFirst(size))
    }
  }

  /// Tells which property doesn't hold; `nil` when all do.
  static func fault(with bytes: [UInt8]) -> String? {
    guard let input = Input(bytes),
      let source = MetadataReader(codec: input.readsFrom, configuration: input.configuration),
      let reader = MetadataReader(codec: input.writesTo.rawValue, configuration: [])
    else { return nil }
    let read = source.read(input.packet)
    if let unit = read.dynamic.dolbyVision { _ = ReferenceProcessingUnit(unit) }
    _ = ReferenceProcessingUnit(input.packet)

    let fixed = read.fixed.isEmpty ? source.configured : read.fixed
    let writer = MetadataWriter(codec: input.writesTo, fixed: fixed)
    let before = input.accessUnit
    let after = writer.rewrite(before, isKeyframe: input.isKeyframe, dynamic: read.dynamic)
    if writer.rewrite(after, isKeyframe: input.isKeyframe, dynamic: read.dynamic) != after {
      return "writing twice isn't writing once"
    }
    let units = units(of: before)
    if units.filter({ isKept($0, input.writesTo) }) != self.units(of: after).filter({ isKept($0, input.writesTo) }) {
      return "units that carry no metadata changed"
    }
    if foreignMessages(in: units, input.writesTo) != foreignMessages(in: self.units(of: after), input.writesTo) {
      return "messages of others changed"
    }
    let hasPicture = units.contains { isSlice($0, input.writesTo) }
    let found = reader.read(after)
    if found.fixed != (hasPicture && input.isKeyframe ? fixed : StaticMetadata()) {
      return "the values of the stream aren't what was written"
    }
    let dynamic: DynamicMetadata =
      switch input.writesTo {
      case .hevc: hasPicture ? read.dynamic : DynamicMetadata()
      case .h264: reader.read(before).dynamic
      }
    return found.dynamic == dynamic ? nil : "the picture's metadata isn't what was written"
  }

  /// The NAL units between start codes, without zeros behind them: slower and shorter than the reader's way.
  private static func units(of bytes: [UInt8]) -> [[UInt8]] {
    let starts = bytes.indices.dropLast(2).filter { bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
      let unit = bytes[(start + 3)..<max(start + 3, end)]
      return Array(unit.prefix((unit.lastIndex { $0 != 0 } ?? unit.startIndex - 1) - unit.startIndex + 1))
    }
  }

  /// Whether a unit holds a part of a picture of the base layer, or is the prefix of one.
  private static func isSlice(_ unit: [UInt8], _ codec: VideoCodec) -> Bool {
    switch codec {
    case .hevc: unit.count >= 2 && unit[0] & 0xC1 == 0 && unit[1] < 8
    case .h264: unit.count >= 1 && unit[0] < 0x80 && [1, 2, 3, 4, 5, 14].contains(unit[0] & 0x1F)
    }
  }

  /// The messages, each with its type before its payload, that aren't metadata we write.
  private static func foreignMessages(in units: [[UInt8]], _ codec: VideoCodec) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for unit in units where isOfMessages(unit, codec) {
      var rest = plain(unit).dropFirst(codec == .hevc ? 2 : 1)
      while rest.count > 1, rest.first != 0x80 || rest.dropFirst().contains(where: { $0 != 0 }) {
        var body = rest
        guard let type = number(&body), let size = number(&body), size <= body.count else { break }
        let payload = body.prefix(size)
        let isFixed = [137, 144, 147, 148].contains(type)
        let isHDR10Plus = type == 4 && payload.starts(with: [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04])
        if !isFixed, codec == .h264 || !isHDR10Plus {
          messages.append([UInt8(truncatingIfNeeded: type), UInt8(truncatingIfNeeded: type >> 8)] + payload)
        }
        rest = body.dropFirst(size)
      }
    }
    return messages
  }

  /// Takes a number in steps of 255 from the beginning.
  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    let steps = bytes.prefix { $0 == 255 }.count
    guard let last = bytes.dropFirst(steps).first else { return nil }
    bytes = bytes.dropFirst(steps + 1)
    return steps * 255 + Int(last)
  }

  /// A unit without emulation prevention.
  private static func plain(_ unit: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    var zeros = 0
    for byte in unit {
      let isExtra = zeros >= 2 && byte == 3
      if !isExtra { content.append(byte) }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return content
  }

  /// Whether a unit holds messages of the base layer.
  private static func isOfMessages(_ unit: [UInt8], _ codec: VideoCodec) -> Bool {
    switch codec {
    case .hevc: unit.count >= 2 && [0x4E, 0x50].contains(unit[0]) && unit[1] < 8
    case .h264: unit.count >= 1 && unit[0] & 0x9F == 6
    }
  }

  /// Whether a unit is none of those that may carry metadata, so that it stays as it is.
  private static func isKept(_ unit: [UInt8], _ codec: VideoCodec) -> Bool {
    guard let first = unit.first else { return true }
    switch codec {
    case .hevc: return ![0x4E, 0x50, 0x7C].contains(first)
    case .h264: return first & 0x9F != 6
    }
  }
}
