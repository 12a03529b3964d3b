/// Lines up the chunks of several tracks behind one another.
struct ChunkCollector {
  /// The length of the file that the chunks are in.
  let fileByteCount: UInt64
  /// The parts of the file so far; neighbors are one range.
  private(set) var ranges: [Range<UInt64>] = []
  /// The length of all of them together.
  private(set) var byteCount: UInt64 = 0

  init(fileByteCount: UInt64) {
    self.fileByteCount = fileByteCount
  }

  /// Adds the chunks of a track.
  ///
  /// - Returns: The `trak` box with the places of its chunks in the line, in a table of 64-bit offsets. All else stays:
  ///   the runs of samples in chunks are the same, since every chunk becomes one chunk.
  mutating func collect(_ track: Box) throws(ISOMediaError) -> Box {
    guard track.isSelfContained else { throw .unsupported("a track to take over has its samples in another file") }
    guard track.sampleDescription?.isEncrypted != true,
      track.descendant("mdia", "minf", "stbl", "saio") == nil
    else { throw .unsupported("a track to take over is encrypted") }
    var offsets: [UInt64] = []
    for chunk in try track.sampleTable() {
      let (end, overflow) = chunk.offset.addingReportingOverflow(chunk.byteCount)
      guard !overflow, end <= fileByteCount || chunk.byteCount == 0 else {
        throw .malformed("a track to take over has samples beyond the end of its file")
      }
      offsets.append(byteCount)
      byteCount += chunk.byteCount
      // Chunks that overlap could make a small file fill the disk.
      guard byteCount <= fileByteCount else { throw .malformed("the tracks to take over have overlapping samples") }
      guard chunk.byteCount > 0 else { continue }
      if let last = ranges.last, last.upperBound == chunk.offset {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(chunk.offset..<end)
      }
    }
    var track = track
    try track.edit(["mdia", "minf", "stbl"]) { (box) in
      box.setChunkOffsets(offsets, byteCount: 8)
    }
    return track
  }
}
