import Testing

@testable import ISOMedia

@Suite("Boxes")
struct BoxTests {
  @Test("A code is four bytes; © is one of them")
  func codes() {
    #expect(FourCharacterCode("©xyz").rawValue == 0xA978_797A)
    #expect(FourCharacterCode("qt").description == "qt  ")
    #expect(FourCharacterCode(rawValue: 5).description == "\\x00\\x00\\x00\\x05")
  }

  @Test("A duration is rescaled to the nearest, and never overflows")
  func rescaling() {
    #expect(rescaled(90_000, from: 90_000, to: 1000) == 1000)
    #expect(rescaled(1, from: 2, to: 1) == 1)
    #expect(rescaled(1, from: 3, to: 1) == 0)
    #expect(rescaled(.max, from: 1, to: 1000) == .max)
    #expect(rescaled(.max, from: .max, to: .max - 1) == 18_446_744_069_414_584_318)
    #expect(rescaled(7, from: 0, to: 1000) == 7)
  }

  @Test("Times beyond 2040 need the 64-bit version of a header, which keeps its other fields")
  func wideHeader() throws {
    var bytes: [UInt8] = [0, 0, 0, 7]
    for number: UInt32 in [1, 2, 1000, .max] { bytes.append32(number) }
    bytes += [UInt8](repeating: 9, count: 80)
    var header = try TimedHeader(Box("mvhd", bytes))
    #expect(header.duration == nil)
    header.times = RecordedTimes(creation: 1 << 33, modification: 5)
    try header.setNextTrackID(0x0102_0304)
    let box = header.box
    #expect(box.payload.count == bytes.count + 12)
    #expect(box.payload.prefix(4) == [1, 0, 0, 7])
    let read = try TimedHeader(box)
    #expect(read.times == header.times && read.duration == nil && read.identifier == 1000)
    #expect(box.payload.suffix(80) == [UInt8](repeating: 9, count: 76) + [1, 2, 3, 4])
  }

  @Test("An edit list keeps empty edits and rates, and widens for long durations")
  func editList() throws {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2]
    for number: UInt32 in [600, .max, 65536, 4_000_000_000, 1024, 32768] { bytes.append32(number) }
    var list = try EditList(Box("elst", bytes))
    #expect(list.entries.map(\.mediaTime) == [nil, 1024])
    #expect(list.entries.map(\.rate) == [1, 0.5])
    #expect(list.box.payload == bytes)
    list.rescale(from: 600, to: 1200)
    #expect(list.entries.map(\.segmentDuration) == [1200, 8_000_000_000])
    #expect(try EditList(list.box).entries == list.entries)
    #expect(list.box.payload.first == 1)
  }

  @Test("Sizes of 4, 8 and 16 bits are read")
  func compactSizes() throws {
    for (bits, sizes) in [(4, [0x12, 0x30] as [UInt8]), (8, [1, 2, 3]), (16, [0, 1, 0, 2, 0, 3])] {
      let table = try sampleTable(sizes: Box("stz2", [0, 0, 0, 0, 0, 0, 0, UInt8(bits), 0, 0, 0, 3] + sizes))
      #expect(table.map(\.byteCount) == [3, 3])
      #expect(table.sampleDataEnd == 203)
    }
  }

  @Test("A constant size with a number of samples beyond any file doesn't overflow")
  func hugeConstantSize() throws {
    let sizes = Box("stsz", [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
    let table = try sampleTable(sizes: sizes)
    #expect(table.map(\.byteCount) == [2 * UInt64(UInt32.max), 2 * UInt64(UInt32.max)])
  }

  @Test("Tables are widened to 64 bits only where the moved offsets need it")
  func widening() throws {
    let near = UInt32.max - 1100
    let movie = movie(offsets: [[100, 200], [near, near - 8], [near - 100]])
    #expect(movie.byteCount < 1100)
    let placed = try movie.placed(before: 0..<UInt64(UInt32.max))
    let tables = try placed.children.map { try #require($0.descendant("mdia", "minf", "stbl")) }
    #expect(tables.map { $0.children.last?.type } == ["stco", "stco", "stco"])
    let far = UInt32.max - UInt32(self.movie(offsets: [[100, 200], [0], [0]]).byteCount)
    let wide = try self.movie(offsets: [[100, 200], [far + 1], [far - 2]]).placed(before: 0..<UInt64(UInt32.max))
    // The second table doesn't fit; the four bytes that it grows by push the third one over the edge as well.
    let found = try wide.children.map { track in
      let table = try #require(track.descendant("mdia", "minf", "stbl")).chunkOffsets()
      return (0..<table.0.count).map { table.0.number($0) } + [UInt64(table.byteCount)]
    }
    let length = UInt64(wide.byteCount)
    #expect(length == UInt64(self.movie(offsets: [[100, 200], [0], [0]]).byteCount + 8))
    let moved = UInt64(far) + length
    #expect(found == [[100 + length, 200 + length, 4], [moved + 1, 8], [moved - 2, 8]])
  }

  private func movie(offsets: [[UInt32]]) -> Box {
    Box(
      "moov",
      boxes: offsets.map { offsets in
        var table = Box("stbl", boxes: [])
        table.setChunkOffsets(offsets.map(UInt64.init), byteCount: 4)
        return Box("trak", boxes: [Box("mdia", boxes: [Box("minf", boxes: [table])])])
      })
  }

  /// Two chunks of two samples, of which the second has one when there are three.
  private func sampleTable(sizes: Box) throws -> SampleTable {
    var box = Box("stbl", boxes: [sizes, Box("stsc", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1])])
    box.setChunkOffsets([100, 200], byteCount: 8)
    return try SampleTable(box, packedSound: nil)
  }
}
