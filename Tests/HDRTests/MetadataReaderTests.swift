import HDR
import Media
import TestSupport
import Testing

@Suite("Reading metadata of H.265 and H.264") struct MetadataReaderTests {
  private func reader(_ codec: String = "hevc", _ configuration: [UInt8] = []) throws -> MetadataReader {
    try #require(MetadataReader(codec: codec, configuration: configuration))
  }

  /// `hvcC` with lengths of four bytes, and arrays of units by type.
  private func record(lengthSize: Int = 4, _ arrays: (type: UInt8, units: [[UInt8]])...) -> [UInt8] {
    var record = [1] + [UInt8](repeating: 0, count: 20) + [0xFC | UInt8(lengthSize - 1), UInt8(arrays.count)]
    for array in arrays {
      record += [0x80 | array.type, 0, UInt8(array.units.count)] + lengths(array.units, size: 2)
    }
    return record
  }

  @Test("codecs that carry nothing have no reader", arguments: ["vp9", "prores", "mpeg4", "HEVC", ""])
  func none(codec: String) {
    #expect(MetadataReader(codec: codec, configuration: []) == nil)
  }

  @Test("every message of an access unit is read, between start codes and behind lengths") func everything() throws {
    let units = [
      Sample.delimiter, Sample.sequenceParameters, Sample.displayUnit, Sample.lightUnit, Sample.transferUnit,
      Sample.surroundingsUnit, Sample.hdr10PlusUnit, Sample.keySlice, Sample.dolbyVisionUnit,
    ]
    let packets = [
      (try reader(), stream(units)), (try reader(), stream(units, codeSize: 3)),
      (try reader("hevc", record()), lengths(units)),
      (try reader("hevc", record(lengthSize: 2)), lengths(units, size: 2)),
      (try reader("hevc", record(lengthSize: 1)), lengths(units, size: 1)),
    ]
    for (reader, packet) in packets {
      let metadata = reader.read(packet)
      #expect(metadata.fixed == Sample.everything)
      #expect(metadata.dynamic.hdr10Plus == Sample.hdr10Plus)
      #expect(metadata.dynamic.dolbyVision == Sample.dolbyVision)
      #expect(!metadata.hasEnhancementLayer)
    }
  }

  @Test("several messages of one unit are read, and unknown ones passed over") func several() throws {
    let unit =
      hex("4E 01 00 02 AA BB 90 04 03 E8 01 90 FF 05 01 77 89 18") + hex("21 34 9B AA 19 96 08 FC 8A 48 39 08")
      + hex("3D 13 40 42 00 98 96 80 00 00 03 00 01 93 01 12 80")
    let metadata = try reader().read(stream(unit, Sample.keySlice))
    let expected = StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light, preferredTransfer: .hlg)
    #expect(metadata.fixed == expected)
  }

  @Test("a payload of 255 bytes and more has a size of more bytes", arguments: [254, 255, 256, 510, 700])
  func long(size: Int) throws {
    let payload = Sample.hdr10Plus.prefix(6) + (0..<(size - 6)).map { UInt8(truncatingIfNeeded: $0 | 4) }
    let sizes: [UInt8] = Array(repeating: 0xFF, count: size / 255) + [UInt8(size % 255)]
    let metadata = try reader().read(stream([0x4E, 0x01, 0x04] + sizes + payload + [0x80], Sample.slice))
    #expect(metadata.dynamic.hdr10Plus == Array(payload))
  }

  @Test("messages behind the picture are read, too") func suffix() throws {
    let metadata = try reader().read(stream(Sample.slice, [0x50] + Sample.hdr10PlusUnit.dropFirst()))
    #expect(metadata.dynamic.hdr10Plus == Sample.hdr10Plus)
  }

  @Test("messages and units of other layers aren't ours", arguments: [[0x4E, 0x09], [0x4F, 0x01]] as [[UInt8]])
  func layers(header: [UInt8]) throws {
    let metadata = try reader().read(stream(header + Sample.lightUnit.dropFirst(2), Sample.keySlice))
    #expect(metadata == PacketMetadata())
    let unit = [header[0] & 1 | 0x7C, header[1]] + Sample.dolbyVisionUnit.dropFirst(2)
    #expect(try reader().read(stream(Sample.keySlice, unit)).dynamic.isEmpty)
  }

  @Test("user data of others isn't HDR10+") func captions() throws {
    #expect(try reader().read(stream(Sample.captions, Sample.slice)) == PacketMetadata())
    for index in 4..<10 {
      var unit = hex("4E 01 04 06 B5 00 3C 00 01 04 80")
      unit[index] ^= 0x40
      #expect(try reader().read(stream(unit, Sample.slice)).dynamic.isEmpty)
    }
  }

  @Test("units of type 62 that begin otherwise aren't Dolby Vision's") func unspecified() throws {
    #expect(try reader().read(stream(Sample.slice, hex("7C 01 18 08 80"))).dynamic.isEmpty)
    #expect(try reader().read(stream(Sample.slice, hex("7C 01"))).dynamic.isEmpty)
  }

  @Test("zeros behind a unit don't belong to it") func zeros() throws {
    let packet = stream(Sample.slice, Sample.dolbyVisionUnit) + [0, 0, 0]
    #expect(try reader().read(packet).dynamic.dolbyVision == Sample.dolbyVision)
    let stuffed = stream(Sample.slice, Sample.dolbyVisionUnit + hex("00 00 03"))
    #expect(try reader().read(stuffed).dynamic.dolbyVision == Sample.dolbyVision)
  }

  @Test("an enhancement layer is noticed") func enhancement() throws {
    let packet = stream(Sample.slice, hex("7E 01 02 01 D0"), Sample.dolbyVisionUnit)
    #expect(try reader().read(packet).hasEnhancementLayer)
  }

  @Test("of two messages of a type the last one counts, unless it is broken") func twice() throws {
    let other = hex("4E 01 90 04 00 01 00 02 80")
    let both = try reader().read(stream(Sample.lightUnit, other))
    #expect(both.fixed.contentLight == ContentLightLevel(maximumContentLight: 1, maximumFrameAverageLight: 2))
    let broken = try reader().read(stream(Sample.lightUnit, hex("4E 01 90 03 00 01 00 80")))
    #expect(broken.fixed.contentLight == Sample.light)
  }

  @Test("messages in a record are the stream's") func configuredByRecord() throws {
    let reader = try reader(
      "hevc", record((33, [Sample.sequenceParameters]), (39, [Sample.displayUnit, Sample.lightUnit])))
    #expect(reader.configured == StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light))
    #expect(reader.read(lengths([Sample.surroundingsUnit])).fixed.ambientViewing == Sample.surroundings)
  }

  @Test("messages beside parameter sets are the stream's") func configuredByParameterSets() throws {
    let reader = try reader("hevc", stream(Sample.sequenceParameters, Sample.displayUnit, Sample.lightUnit))
    #expect(reader.configured == StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light))
    #expect(reader.read(stream(Sample.surroundingsUnit)).fixed.ambientViewing == Sample.surroundings)
  }

  @Test("H.264 has the same messages behind a header of one byte") func h264() throws {
    let message = [0x06] + Sample.displayUnit.dropFirst(2)
    let userData = [0x06] + Sample.hdr10PlusUnit.dropFirst(2)
    let between = try reader("h264").read(stream(hex("09 F0"), message, userData, hex("65 88 84")))
    #expect(between.fixed.masteringDisplay == Sample.display)
    #expect(between.dynamic.hdr10Plus == Sample.hdr10Plus)

    let record = hex("01 64 00 28 FE E1 00 03 67 64 00 01 00 02 68 EE")
    let behind = try reader("h264", record).read(lengths([hex("09 F0"), message, hex("65 88 84")], size: 3))
    #expect(behind.fixed.masteringDisplay == Sample.display)
    #expect(try reader("h264").read(stream(hex("65 88"), Sample.dolbyVisionUnit)) == PacketMetadata())
  }

  @Test("a packet that is cut off anywhere gives what is whole") func truncated() throws {
    let units = [
      Sample.delimiter, Sample.displayUnit, Sample.lightUnit, Sample.hdr10PlusUnit, Sample.keySlice,
      Sample.dolbyVisionUnit,
    ]
    for (reader, packet) in [(try reader(), stream(units)), (try reader("hevc", record()), lengths(units))] {
      for count in 0...packet.count {
        let metadata = reader.read(Array(packet.prefix(count)))
        #expect([nil, Sample.display].contains(metadata.fixed.masteringDisplay))
        #expect([nil, Sample.light].contains(metadata.fixed.contentLight))
        #expect([nil, Sample.hdr10Plus].contains(metadata.dynamic.hdr10Plus))
        if count == packet.count { #expect(metadata.dynamic.dolbyVision == Sample.dolbyVision) }
      }
    }
  }

  @Test("a record that is cut off or damaged anywhere is survived") func damagedRecord() throws {
    let whole = record((39, [Sample.displayUnit, Sample.lightUnit]))
    for count in 0...whole.count {
      let configured = try reader("hevc", Array(whole.prefix(count))).configured
      #expect([nil, Sample.display].contains(configured.masteringDisplay))
      if count < whole.count { #expect(configured.contentLight == nil) }
    }
    for index in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = whole
        damaged[index] = value
        let reader = try reader("hevc", damaged)
        _ = reader.read(lengths([Sample.displayUnit]))
      }
    }
  }

  @Test("random bytes are survived") func garbage() throws {
    var generator = SeededGenerator(seed: 20)
    for codec in ["hevc", "h264", "av1"] {
      for configuration in [[], record(), hex("01 64 00 28 FF E1"), hex("81 04 0C 00")] {
        let reader = try reader(codec, configuration)
        for _ in 0..<200 {
          let count = Int.random(in: 0..<200, using: &generator)
          // Few values, so that start codes and headers come by.
          let values: [UInt8] = [0, 0, 0, 1, 3, 4, 0x4E, 0x7C, 0x19, 0x80, 0x2A, 0x06, 0xB5, 24, 137, 144, 255]
          _ = reader.read((0..<count).map { _ in values.randomElement(using: &generator) ?? 0 })
        }
      }
    }
  }
}
