/// Where the chunks of a movie's tracks lie after its index has moved in front of them.
extension Box {
  /// The `moov` box with the offsets that its chunks have once it stands at the start of the media data.
  ///
  /// Its own length is the distance that the data moves by. An offset that no longer fits 32 bits makes that track's
  /// table, and so the index and the distance, larger; so lengths are settled before offsets are written.
  ///
  /// - Parameter media: Where the data lies before it moves; every chunk must be in it.
  func placed(before media: Range<UInt64>) throws(ISOMediaError) -> Box {
    var tables: [(offsets: [UInt64], byteCount: Int)] = []
    for track in children where track.type == "trak" {
      tables.append(try track.chunkOffsets(in: media))
    }
    let moves = try Self.settle(&tables, indexByteCount: byteCount)
    var movie = self
    try movie.editAll("trak") { (index, track) throws(ISOMediaError) in
      let (offsets, byteCount) = tables[index]
      try track.edit(["mdia", "minf", "stbl"]) { (box) in
        box.setChunkOffsets(offsets.map { $0 + moves }, byteCount: byteCount)
      }
    }
    return movie
  }

  /// Widens tables until all of them can hold their offsets; returns the length of the index then.
  ///
  /// Tables are only ever widened, so this ends.
  private static func settle(
    _ tables: inout [(offsets: [UInt64], byteCount: Int)], indexByteCount: Int
  ) throws(ISOMediaError) -> UInt64 {
    var length = UInt64(indexByteCount)
    while let index = tables.firstIndex(where: { table in
      table.byteCount == 4 && (table.offsets.max() ?? 0) + length > UInt64(UInt32.max)
    }) {
      tables[index].byteCount = 8
      length += UInt64(tables[index].offsets.count) * 4
    }
    return length
  }

  private func chunkOffsets(in media: Range<UInt64>) throws(ISOMediaError) -> (offsets: [UInt64], byteCount: Int) {
    guard let box = descendant("mdia", "minf", "stbl") else { throw .malformed("a track has no 'stbl'") }
    let (table, byteCount) = try box.chunkOffsets()
    var offsets: [UInt64] = []
    offsets.reserveCapacity(table.count)
    for index in 0..<table.count {
      let offset = table.number(index)
      guard media.contains(offset) || offset == media.upperBound else {
        throw .malformed("a chunk lies outside the media data, at byte \(offset)")
      }
      offsets.append(offset)
    }
    return (offsets, byteCount)
  }
}
