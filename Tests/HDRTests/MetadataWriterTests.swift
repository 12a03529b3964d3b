import HDR
import Media
import Testing

@Suite("Writing metadata into access units") struct MetadataWriterTests {
  private let everything = MetadataWriter(codec: .hevc, fixed: Sample.everything)
  private let nothing = MetadataWriter(codec: .hevc, fixed: StaticMetadata())
  private let both = DynamicMetadata(hdr10Plus: Sample.hdr10Plus, dolbyVision: Sample.dolbyVision)

  @Test("a keyframe gets one unit for each message, before its first slice, and Dolby Vision behind the last")
  func keyframe() {
    let source = stream(
      Sample.delimiter, Sample.videoParameters, Sample.sequenceParameters, Sample.pictureParameters,
      Sample.bufferingPeriod, Sample.keySlice, Sample.keySlice)
    let expected = stream(
      Sample.delimiter, Sample.videoParameters, Sample.sequenceParameters, Sample.pictureParameters,
      Sample.bufferingPeriod, Sample.displayUnit, Sample.lightUnit, Sample.transferUnit, Sample.surroundingsUnit,
      Sample.hdr10PlusUnit, Sample.keySlice, Sample.keySlice, Sample.dolbyVisionUnit)
    #expect(everything.rewrite(source, isKeyframe: true, dynamic: both) == expected)
  }

  @Test("other pictures only get what is theirs") func other() {
    let expected = stream(Sample.delimiter, Sample.hdr10PlusUnit, Sample.slice, Sample.dolbyVisionUnit)
    #expect(everything.rewrite(stream(Sample.delimiter, Sample.slice), isKeyframe: false, dynamic: both) == expected)
    let untouched = stream(Sample.delimiter, Sample.slice)
    #expect(everything.rewrite(untouched, isKeyframe: false, dynamic: nil) == untouched)
  }

  @Test("Dolby Vision stands behind messages that follow the picture, and before the ends") func ends() {
    let source = stream(Sample.slice, Sample.pictureHash, Sample.endOfSequence, Sample.endOfStream)
    let expected = stream(
      Sample.slice, Sample.pictureHash, Sample.dolbyVisionUnit, Sample.endOfSequence, Sample.endOfStream)
    let dynamic = DynamicMetadata(dolbyVision: Sample.dolbyVision)
    #expect(nothing.rewrite(source, isKeyframe: false, dynamic: dynamic) == expected)
    let atEnd = stream(Sample.slice, Sample.endOfStream)
    let beforeEnd = stream(Sample.slice, Sample.dolbyVisionUnit, Sample.endOfStream)
    #expect(nothing.rewrite(atEnd, isKeyframe: false, dynamic: dynamic) == beforeEnd)
    // The end of the sequence before, which some encoders give with the next picture.
    let behindEnd = stream(Sample.endOfSequence, Sample.slice)
    let afterSlice = stream(Sample.endOfSequence, Sample.slice, Sample.dolbyVisionUnit)
    #expect(nothing.rewrite(behindEnd, isKeyframe: false, dynamic: dynamic) == afterSlice)
  }

  @Test("start codes of the encoder stay as they are, but the first has four bytes") func startCodes() {
    let source =
      [0, 0, 1] + Sample.delimiter + [0, 0, 1] + Sample.keySlice + [0, 0, 0, 1] + Sample.keySlice + [0, 0]
    let light = MetadataWriter(codec: .hevc, fixed: StaticMetadata(contentLight: Sample.light))
    let expected =
      [0, 0, 0, 1] + Sample.delimiter + [0, 0, 0, 1] + Sample.lightUnit + [0, 0, 1] + Sample.keySlice
      + [0, 0, 0, 1] + Sample.keySlice + [0, 0]
    #expect(light.rewrite(source, isKeyframe: true, dynamic: nil) == expected)
    #expect(light.rewrite([0, 0, 1] + Sample.slice, isKeyframe: false, dynamic: nil) == [0, 0, 0, 1] + Sample.slice)
  }

  @Test("what the encoder wrote itself is replaced") func replaced() {
    let source = stream(
      Sample.delimiter, hex("4E 01 90 04 00 01 00 01 80"), Sample.displayUnit, Sample.hdr10PlusUnit, Sample.keySlice,
      Sample.dolbyVisionUnit)
    let light = MetadataWriter(codec: .hevc, fixed: StaticMetadata(contentLight: Sample.light))
    let dynamic = DynamicMetadata(dolbyVision: hex("19 08 80"))
    let expected = stream(Sample.delimiter, Sample.lightUnit, Sample.keySlice, hex("7C 01 19 08 80"))
    #expect(light.rewrite(source, isKeyframe: true, dynamic: dynamic) == expected)
  }

  @Test("what the encoder wrote and nobody asked for goes, in every picture") func removed() {
    let source = stream(
      Sample.delimiter, Sample.displayUnit, Sample.lightUnit, Sample.transferUnit, Sample.surroundingsUnit,
      Sample.hdr10PlusUnit, Sample.keySlice, [0x50] + Sample.hdr10PlusUnit.dropFirst(), Sample.dolbyVisionUnit)
    let expected = stream(Sample.delimiter, Sample.keySlice)
    for isKeyframe in [true, false] {
      #expect(nothing.rewrite(source, isKeyframe: isKeyframe, dynamic: nil) == expected)
    }
  }

  @Test("a unit of our messages goes with the zeros that stuff it") func stuffed() {
    let source = stream(Sample.lightUnit + hex("00 00 03"), Sample.keySlice)
    #expect(nothing.rewrite(source, isKeyframe: true, dynamic: nil) == stream(Sample.keySlice))
  }

  @Test("other messages of the same unit stay, in their order") func sharedUnit() {
    let shared =
      hex("4E 01 00 02 AA BB 90 04 03 E8 01 90 05 03 00 00 03 01 89 18") + Sample.displayPayload.prefix(21)
      + hex("00 03 00 01 80")
    let expected = stream(hex("4E 01 00 02 AA BB 05 03 00 00 03 01 80"), Sample.keySlice)
    #expect(nothing.rewrite(stream(shared, Sample.keySlice), isKeyframe: true, dynamic: nil) == expected)
  }

  @Test("captions, other layers and broken messages stay as they are") func untouched() {
    let source = stream(
      Sample.captions, hex("4E 09 90 04 03 E8 01 90 80"), hex("4E 01 90 30 03"), Sample.slice, hex("7C 01 18 80"),
      hex("7E 01 02 01"))
    #expect(nothing.rewrite(source, isKeyframe: true, dynamic: nil) == source)
  }

  @Test("slices of other layers are not where messages go") func otherLayers() {
    let dynamic = DynamicMetadata(hdr10Plus: Sample.hdr10Plus)
    let enhancement = hex("02 09 D0 11")
    let expected = stream(Sample.hdr10PlusUnit, Sample.slice, enhancement)
    #expect(nothing.rewrite(stream(Sample.slice, enhancement), isKeyframe: false, dynamic: dynamic) == expected)
  }

  @Test("messages take the temporal layer of their picture, Dolby Vision the lowest") func temporalLayers() {
    let source = stream(hex("00 02 D0 11"))
    let expected = stream([0x4E, 0x02] + Sample.hdr10PlusUnit.dropFirst(2), hex("00 02 D0 11"), Sample.dolbyVisionUnit)
    #expect(nothing.rewrite(source, isKeyframe: false, dynamic: both) == expected)
  }

  @Test("parameter sets alone lose what the encoder wrote, and get nothing") func parameterSets() {
    let source = stream(Sample.videoParameters, Sample.lightUnit, Sample.sequenceParameters)
    let expected = stream(Sample.videoParameters, Sample.sequenceParameters)
    #expect(everything.rewrite(source, isKeyframe: true, dynamic: both) == expected)
    #expect(everything.rewrite([], isKeyframe: true, dynamic: both) == [])
  }

  @Test("bytes before the first start code stay before all units") func junk() {
    let light = MetadataWriter(codec: .hevc, fixed: StaticMetadata(contentLight: Sample.light))
    let source = hex("AA BB 00 00 01") + Sample.keySlice
    let expected = hex("AA BB 00 00 00 01") + Sample.lightUnit + hex("00 00 01") + Sample.keySlice
    #expect(light.rewrite(source, isKeyframe: true, dynamic: nil) == expected)
    #expect(light.rewrite(hex("AA 00 00"), isKeyframe: true, dynamic: both) == hex("AA 00 00"))
  }

  @Test("H.264 gets the values of the stream before its first slice, and nothing else") func h264() {
    let source = stream(hex("09 F0"), hex("67 64"), hex("68 EE"), hex("06 01 01 04 80"), hex("65 88 84"))
    let expected = stream(
      hex("09 F0"), hex("67 64"), hex("68 EE"), hex("06 01 01 04 80"), [0x06] + Sample.displayUnit.dropFirst(2),
      [0x06] + Sample.lightUnit.dropFirst(2), hex("65 88 84"))
    let writer = MetadataWriter(
      codec: .h264, fixed: StaticMetadata(masteringDisplay: Sample.display, contentLight: Sample.light))
    #expect(writer.rewrite(source, isKeyframe: true, dynamic: both) == expected)
    #expect(writer.rewrite(expected, isKeyframe: true, dynamic: both) == expected)
    let layered = stream(hex("6E 40 80 07"), hex("65 88 84"))
    let light = MetadataWriter(codec: .h264, fixed: StaticMetadata(contentLight: Sample.light))
    let expectedLayered = stream([0x06] + Sample.lightUnit.dropFirst(2), hex("6E 40 80 07"), hex("65 88 84"))
    #expect(light.rewrite(layered, isKeyframe: true, dynamic: nil) == expectedLayered)
    let captions = stream([0x06] + Sample.hdr10PlusUnit.dropFirst(2), hex("41 9A"))
    #expect(writer.rewrite(captions, isKeyframe: false, dynamic: nil) == captions)
  }

  @Test("what a reader wouldn't find again isn't written") func foreign() {
    let source = stream(Sample.slice)
    let dynamic = DynamicMetadata(hdr10Plus: hex("B5 00 31 00"), dolbyVision: hex("19 08 00"))
    #expect(nothing.rewrite(source, isKeyframe: true, dynamic: dynamic) == source)
    let unknown = MasteringDisplay(
      red: nil, green: nil, blue: nil, white: nil, maximumLuminance: nil, minimumLuminance: nil)
    let writer = MetadataWriter(codec: .hevc, fixed: StaticMetadata(masteringDisplay: unknown))
    #expect(writer.rewrite(source, isKeyframe: true, dynamic: DynamicMetadata()) == source)
  }

  @Test("writing twice is writing once, and reading gives what was written") func twice() throws {
    let reader = try #require(MetadataReader(codec: "hevc", configuration: []))
    let source = stream(Sample.delimiter, Sample.bufferingPeriod, Sample.keySlice, Sample.pictureHash)
    let once = everything.rewrite(source, isKeyframe: true, dynamic: both)
    #expect(everything.rewrite(once, isKeyframe: true, dynamic: both) == once)
    #expect(reader.read(once).fixed == Sample.everything)
    #expect(reader.read(once).dynamic == both)
  }

  @Test("a unit that is cut off anywhere is survived") func truncated() {
    let whole = everything.rewrite(stream(Sample.delimiter, Sample.keySlice), isKeyframe: true, dynamic: both)
    for count in 0...whole.count {
      let cut = Array(whole.prefix(count))
      let once = everything.rewrite(cut, isKeyframe: true, dynamic: both)
      #expect(everything.rewrite(once, isKeyframe: true, dynamic: both) == once)
    }
  }
}
