/// Turns a file whose index the muxer wrote behind the media data into its final form.
package enum MovieFinisher {
  /// Edits the index and moves it in front of the media data, inside the file.
  ///
  /// The file begins as `ftyp, …, mdat, moov` and ends as `ftyp, moov, …, mdat`, with a further `mdat` for carried
  /// tracks. Nothing is written until the edits have succeeded in memory. From then on a failure or cancellation
  /// leaves a file of no use; so this belongs on a temporary file. Media data passes through a buffer of 4 MiB.
  ///
  /// - Parameters:
  ///   - path: The file, which is changed.
  ///   - edits: What changes besides the order.
  ///   - isCancelled: Asked before each buffer that is copied.
  /// - Throws: `cancelled`, `unsupported` for a file of another form or tracks that can't be carried, `malformed`, or
  ///   `system` with the `errno`, such as that of a full disk.
  package static func finish(
    path: String, edits: MovieEdits = MovieEdits(), isCancelled: () -> Bool = { false }
  ) throws(ISOMediaError) {
    let file = try File(updating: path)
    let layout = try FileLayout(file)
    var movie = try layout.finishableMovie(file)
    let media = layout.movedRange
    let carried = try CarriedMedia.open(edits.carriedTracks)
    let carriedByteCount = carried?.byteCount ?? 0
    try carried?.add(to: &movie, at: media.upperBound)
    try movie.apply(edits.metadata)
    try movie.set(edits.entries, isQuickTime: edits.isQuickTime)
    if let creation = edits.creation { try movie.setCreation(creation) }
    try movie.setLanguages(edits.languages)
    try movie.addToSampleEntries(edits.sampleEntryBoxes)

    let index = try movie.placed(before: media.lowerBound..<media.upperBound + carriedByteCount).serialized()
    let distance = UInt64(index.count)
    try file.move(media, by: distance, isCancelled: isCancelled)
    try carried?.write(to: file, at: media.upperBound + distance, isCancelled: isCancelled)
    try file.write(index, count: index.count, at: media.lowerBound)
    try file.resize(to: media.upperBound + distance + carriedByteCount)
  }
}

extension FileLayout {
  /// What moves behind the index: everything between the file type box and the index.
  fileprivate var movedRange: Range<UInt64> {
    let start = boxes.first.map { $0.type == "ftyp" ? $0.end : 0 } ?? 0
    return start..<max(start, first("moov")?.offset ?? 0)
  }

  /// Reads the index of a file of the form that can be finished.
  fileprivate func finishableMovie(_ file: File) throws(ISOMediaError) -> Box {
    guard earlyEnd == nil, let movie = try movie(file) else {
      throw .malformed("\(file.path) has no whole index")
    }
    guard movie["mvex"] == nil, first("moof") == nil else {
      throw .unsupported("\(file.path) is fragmented and has no index to move")
    }
    guard boxes.last?.type == "moov", trailingByteCount == 0, boxes.count(where: { $0.type == "moov" }) == 1 else {
      throw .unsupported("the index of \(file.path) isn't at its end")
    }
    return movie
  }
}

extension Box {
  /// Applies the edits of metadata to a `moov` box.
  fileprivate mutating func apply(_ edits: MovieEdits.Metadata) throws(ISOMediaError) {
    switch edits {
    case .kept: break
    case .carried(let source, let matches): try carryMetadata(from: source, matching: matches)
    case .stripped: try stripMetadata()
    case .added(let items): try add(items)
    }
  }
}
