/// The samples of tracks that are taken over from a source file, and the boxes that describe them in the output.
struct CarriedMedia {
  private let file: File
  private let source: Box
  private let carried: CarriedTracks
  /// The header of the `mdat` box around the samples.
  private let mediaHeader: [UInt8]
  /// Which parts of the source are copied into that box, in order.
  private let ranges: [Range<UInt64>]
  /// The `trak` boxes as in the source, but with chunk offsets counted from the start of the new `mdat` box.
  private let tracks: [Box]
  /// The length of the new `mdat` box.
  let byteCount: UInt64

  /// Finds the samples of the tracks to take over; `nil` when there are none.
  static func open(_ carried: CarriedTracks?) throws(ISOMediaError) -> CarriedMedia? {
    guard let carried, !carried.sourceIndices.isEmpty else { return nil }
    return try CarriedMedia(carried)
  }

  /// Finds the samples; nothing is written yet.
  ///
  /// - Throws: `unsupported` for samples that are fragmented, encrypted or in another file, `malformed` for chunks
  ///   that aren't all in the source.
  private init(_ carried: CarriedTracks) throws(ISOMediaError) {
    let file = try File(reading: carried.sourcePath)
    let layout = try FileLayout(file)
    guard let source = try layout.movie(file) else { throw .unsupported("\(file.path) has no whole index") }
    guard layout.first("moof") == nil, source["mvex"] == nil else {
      throw .unsupported("tracks of \(file.path) can't be taken over, because it is fragmented")
    }
    var collector = ChunkCollector(fileByteCount: layout.fileByteCount)
    var tracks: [Box] = []
    for index in carried.sourceIndices {
      tracks.append(try collector.collect(source.track(index)))
    }
    mediaHeader = Self.mediaHeader(contentByteCount: collector.byteCount)
    byteCount = UInt64(mediaHeader.count) + collector.byteCount
    ranges = collector.ranges
    self.tracks = tracks
    self.source = source
    self.carried = carried
    self.file = file
  }

  private static func mediaHeader(contentByteCount: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    let isWide = contentByteCount > UInt64(UInt32.max) - 8
    bytes.append32(isWide ? 1 : UInt32(contentByteCount + 8))
    bytes += FourCharacterCode("mdat").bytes
    if isWide { bytes.append64(contentByteCount + 16) }
    return bytes
  }

  /// Adds the tracks to the output's `moov` box.
  ///
  /// - Parameter offset: Where the new `mdat` box begins, in the same count as the chunks that the movie has already.
  func add(to movie: inout Box, at offset: UInt64) throws(ISOMediaError) {
    let sourceTimescale = try source.header("mvhd").identifier
    let outputHeader = try movie.header("mvhd")
    let links = try TrackLinks(carried, source: source, output: movie)
    var longest = outputHeader.duration
    for (track, trackID) in zip(tracks, links.carriedTrackIDs) {
      var track = track
      try track.editHeader("tkhd") { header in
        header.identifier = trackID
        header.duration = header.duration.map {
          rescaled($0, from: sourceTimescale, to: outputHeader.identifier)
        }
        if let known = longest, let duration = header.duration { longest = max(known, duration) }
      }
      try track.edit(["edts", "elst"]) { (box) throws(ISOMediaError) in
        var list = try EditList(box)
        list.rescale(from: sourceTimescale, to: outputHeader.identifier)
        box = list.box
      }
      track.setTrackReferences(links.outputReferences(track.trackReferences))
      try track.offsetChunks(by: offset + UInt64(mediaHeader.count))
      movie.append(track)
    }
    try links.addReferences(to: &movie)
    try movie.editHeader("mvhd") { (header) throws(ISOMediaError) in
      header.duration = longest
      try header.setNextTrackID(links.nextTrackID)
    }
  }

  /// Writes the `mdat` box.
  func write(to output: File, at offset: UInt64, isCancelled: () -> Bool) throws(ISOMediaError) {
    try output.write(mediaHeader, count: mediaHeader.count, at: offset)
    try output.append(ranges, of: file, at: offset + UInt64(mediaHeader.count), isCancelled: isCancelled)
  }
}

extension Box {
  /// The track of a number, counted from 0, of a `moov` box.
  func track(_ index: Int) throws(ISOMediaError) -> Box {
    let tracks = children.filter { $0.type == "trak" }
    guard tracks.indices.contains(index) else { throw .unsupported("there is no track \(index)") }
    return tracks[index]
  }

  /// Adds a distance to all chunk offsets of a `trak` box, which are 64 bits wide and become 32 where they fit.
  fileprivate mutating func offsetChunks(by distance: UInt64) throws(ISOMediaError) {
    try edit(["mdia", "minf", "stbl"]) { (box) throws(ISOMediaError) in
      let (table, _) = try box.chunkOffsets()
      let offsets = (0..<table.count).map { table.number($0) + distance }
      box.setChunkOffsets(offsets, byteCount: (offsets.max() ?? 0) > UInt64(UInt32.max) ? 8 : 4)
    }
  }
}
