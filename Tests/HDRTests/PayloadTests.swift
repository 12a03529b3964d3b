import HDR
import Media
import Testing

@Suite("Payloads of messages") struct PayloadTests {
  @Test("a mastering display has green, blue, red, white, highest and lowest luminance") func display() {
    #expect(Sample.display.payload == Sample.displayPayload)
    #expect(MasteringDisplay(payload: Sample.displayPayload[...]) == Sample.display)
  }

  @Test("what isn't known of a display is zero") func partlyKnown() {
    let luminance = MasteringDisplay(
      red: nil, green: nil, blue: nil, white: nil, maximumLuminance: 40_000_000, minimumLuminance: 50)
    let luminanceBytes = [UInt8](repeating: 0, count: 16) + hex("02 62 5A 00 00 00 00 32")
    #expect(luminance.payload == luminanceBytes)
    #expect(MasteringDisplay(payload: luminanceBytes[...]) == luminance)

    let primaries = MasteringDisplay(
      red: Sample.display.red, green: Sample.display.green, blue: Sample.display.blue, white: Sample.display.white,
      maximumLuminance: nil, minimumLuminance: nil)
    let primariesBytes = Sample.displayPayload.prefix(16) + [UInt8](repeating: 0, count: 8)
    #expect(primaries.payload == Array(primariesBytes))
    #expect(MasteringDisplay(payload: primariesBytes) == primaries)
  }

  @Test("a single zero among known values stays a zero") func knownZero() {
    let bytes = Sample.displayPayload.prefix(20) + [0, 0, 0, 0]
    let display = MasteringDisplay(payload: bytes)
    #expect(display?.minimumLuminance == 0)
    #expect(display?.maximumLuminance == 10_000_000)
    #expect(display?.payload == Array(bytes))
  }

  @Test("a display of which nothing is known is none") func unknown() {
    #expect(MasteringDisplay(payload: ArraySlice(repeating: 0, count: 24)) == nil)
  }

  @Test("content light has two bytes each") func light() {
    #expect(Sample.light.payload == hex("03 E8 01 90"))
    #expect(ContentLightLevel(payload: hex("03 E8 01 90")[...]) == Sample.light)
    #expect(ContentLightLevel(payload: hex("00 00 FF FF")[...])?.maximumFrameAverageLight == 65_535)
  }

  @Test("surroundings have four bytes of light and four of color") func surroundings() {
    #expect(Sample.surroundings.payload == hex("00 2F E9 A0 3D 13 40 42"))
    #expect(AmbientViewingEnvironment(payload: hex("00 2F E9 A0 3D 13 40 42")[...]) == Sample.surroundings)
  }

  @Test("the preferred transfer is a byte") func transfer() {
    #expect(TransferCharacteristics.hlg.payload == [0x12])
    #expect(TransferCharacteristics(payload: [0x12]) == .hlg)
    #expect(TransferCharacteristics(payload: [0xFE])?.rawValue == 254)
  }

  @Test("a payload that is too short is none, whatever it lacks") func short() {
    for count in 0..<24 { #expect(MasteringDisplay(payload: Sample.displayPayload.prefix(count)) == nil) }
    for count in 0..<4 { #expect(ContentLightLevel(payload: Sample.light.payload.prefix(count)) == nil) }
    for count in 0..<8 { #expect(AmbientViewingEnvironment(payload: Sample.surroundings.payload.prefix(count)) == nil) }
    #expect(TransferCharacteristics(payload: []) == nil)
  }

  @Test("an extension behind the fields of a payload is passed over") func extended() {
    #expect(MasteringDisplay(payload: (Sample.displayPayload + [0xFF])[...]) == Sample.display)
    #expect(ContentLightLevel(payload: (Sample.light.payload + [0xFF])[...]) == Sample.light)
  }

  @Test("a number that doesn't fit becomes the nearest that does") func clamped() {
    let light = ContentLightLevel(maximumContentLight: 70_000, maximumFrameAverageLight: -1)
    #expect(light.payload == hex("FF FF 00 00"))
  }
}
