import Foundation
import HDR
import Media
import TestSupport
import Testing

@Suite("Reading metadata of AV1") struct OpenBitstreamUnitTests {
  private static let delimiter = hex("12 00")
  private static let frame = hex("32 03 10 00 AA")
  /// 1000 and 400 cd/m².
  private static let light = hex("2A 06 01 03 E8 01 90 80")
  /// The primaries of BT.2020 and D65 in steps of 2⁻¹⁶, 1000 cd/m² in steps of 2⁻⁸, 0.0001 cd/m² as 2 steps of 2⁻¹⁴.
  private static let display = hex(
    "2A 1A 02 B5 3F 4A C1 2B 85 CC 08 21 89 0B C7 50 0D 54 39 00 03 E8 00 00 00 00 02 80")
  private static let hdr10Plus = hex("2A 0F 04") + Sample.hdr10Plus + [0x80]

  private func reader(_ configuration: [UInt8] = []) throws -> MetadataReader {
    try #require(MetadataReader(codec: "av1", configuration: configuration))
  }

  @Test("values and messages of a temporal unit are read, in the units of SEI messages") func everything() throws {
    let metadata = try reader().read(Self.delimiter + Self.light + Self.display + Self.hdr10Plus + Self.frame)
    #expect(metadata.fixed == StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light))
    #expect(metadata.dynamic == DynamicMetadata(hdr10Plus: Sample.hdr10Plus))
  }

  @Test("a unit without a size is the last one") func withoutSize() throws {
    let last = [0x28] + Self.hdr10Plus.dropFirst(2)
    #expect(try reader().read(Self.delimiter + Self.light + last).dynamic.hdr10Plus == Sample.hdr10Plus)
    #expect(try reader().read(Self.delimiter + Self.light + last).fixed.contentLight == Sample.light)
  }

  @Test("sizes and types of several bytes are read") func longNumbers() throws {
    // Size 7 in three bytes, type 1 in two.
    #expect(try reader().read(hex("2A 87 80 00 81 00 03 E8 01 90 80")).fixed.contentLight == Sample.light)
    let long = Sample.hdr10Plus + [UInt8](repeating: 7, count: 200)
    // 215 bytes: the type, the message and the trailing bits.
    #expect(try reader().read(hex("2A D7 01 04") + long + [0x80]).dynamic.hdr10Plus == long)
  }

  @Test("zeros behind the trailing bits of a message don't belong to it, those before them do") func trailing() throws {
    let stuffed = hex("2A 11 04") + Sample.hdr10Plus + [0x80, 0, 0]
    #expect(try reader().read(stuffed).dynamic.hdr10Plus == Sample.hdr10Plus)
    let without = hex("2A 0B 04 B5 00 3C 00 01 04 01 40 0C 7F")
    #expect(try reader().read(without).dynamic.hdr10Plus == nil)
  }

  @Test("layers above the first, other types and other user data aren't ours") func others() throws {
    // A header with an extension: temporal layer 1, spatial layer 0 and then 1.
    #expect(try reader().read(hex("2E 20 06 01 03 E8 01 90 80")).fixed.contentLight == Sample.light)
    #expect(try reader().read(hex("2E 08 06 01 03 E8 01 90 80")) == PacketMetadata())
    #expect(try reader().read(hex("2A 06 03 03 E8 01 90 80")) == PacketMetadata())
    #expect(try reader().read(hex("32 06 01 03 E8 01 90 80")) == PacketMetadata())
    #expect(try reader().read(hex("2A 0B 04 B5 00 3B 00 00 08 00 37 CD 08 80")) == PacketMetadata())
  }

  @Test("the units of the record are the stream's") func configured() throws {
    let reader = try reader(hex("81 04 0C 00") + hex("0A 01 00") + Self.display + Self.light)
    #expect(reader.configured == StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light))
    #expect(try self.reader(Self.light).configured.contentLight == Sample.light)
    for count in 0...4 { #expect(try self.reader([0x81, 4, 12, 0].prefix(count).map { $0 }).configured.isEmpty) }
  }

  @Test("steps of AV1 become the nearest of SEI messages, and the brightest stays within four bytes") func rounding() {
    let bytes = hex("FF FF 00 01 00 00 00 02 00 00 00 00 00 00 00 00 FF FF FF FF 00 00 00 03")
    let display = MasteringDisplay(av1: bytes[...])
    // 65535 · 50000 / 65536 = 49999.2, 1 → 0.76, 2 → 1.5 which rounds up, 3 · 10000 / 16384 = 1.8
    #expect(display?.red == MasteringDisplay.Chromaticity(x: 49_999, y: 1))
    #expect(display?.green == MasteringDisplay.Chromaticity(x: 0, y: 2))
    #expect(display?.maximumLuminance == Int(UInt32.max))
    #expect(display?.minimumLuminance == 2)
    #expect(MasteringDisplay(av1: bytes.prefix(23)) == nil)
  }

  @Test("what an encoder of AV1 writes is read") func encoder() async throws {
    let folder = try TemporaryFolder()
    let clip = folder.file("clip.mp4")
    let display = "G(0.17,0.797)B(0.131,0.046)R(0.708,0.292)WP(0.3127,0.329)L(1000,0.0001)"
    let source = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=24:duration=0.2", "-pix_fmt", "yuv420p10le"]
    let encoder = [
      "-c:v", "libsvtav1", "-preset", "12", "-svtav1-params", "mastering-display=\(display):content-light=1000,400",
    ]
    let encoded = try await run("ffmpeg", ["-v", "error"] + source + encoder + [clip.path])
    #expect(encoded.status == .exited(0), "\(encoded.errorText)")
    let packets = try await Packets(of: clip, in: folder)
    let reader = try reader(packets.configuration)
    let fixed = reader.read(try #require(packets.packets.first).bytes).fixed
    #expect(fixed == StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light))
  }

  @Test("a temporal unit that is cut off anywhere gives what is whole") func truncated() throws {
    let packet = Self.delimiter + Self.display + Self.hdr10Plus + Self.light
    for count in 0...packet.count {
      let metadata = try reader().read(Array(packet.prefix(count)))
      #expect([nil, Sample.display].contains(metadata.fixed.masteringDisplay))
      #expect([nil, Sample.hdr10Plus].contains(metadata.dynamic.hdr10Plus))
      #expect(metadata.fixed.contentLight == (count == packet.count ? Sample.light : nil))
    }
  }
}
