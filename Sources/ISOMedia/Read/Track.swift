/// What a file says about one of its tracks.
package struct Track: Sendable, Hashable {
  /// The number by which other tracks refer to this one.
  package let trackID: UInt32
  /// What kind of media it is: `vide`, `soun`, `meta`, `tmcd` and others.
  package let handlerType: FourCharacterCode?
  /// The types of its sample entries, such as `avc1` or `mebx`; most tracks have one.
  package let sampleEntryTypes: [FourCharacterCode]
  /// How long it is shown, in the movie's time scale; `nil` for not known.
  package let duration: UInt64?
  /// The track's own times.
  package let times: RecordedTimes
  /// The units in a second of the media.
  package let mediaTimescale: UInt32
  /// The length of the media in `mediaTimescale`; `nil` for not known.
  package let mediaDuration: UInt64?
  /// The times of the media.
  package let mediaTimes: RecordedTimes
  /// Which parts of the media are shown; empty for all of it.
  package let editList: [EditListEntry]
  /// The other tracks that it refers to.
  package let references: [TrackReference]
  /// The track's `udta` box.
  package let userData: Box?
  /// The track's `meta` box, of QuickTime's form or ISO's.
  package let metadata: Box?
  /// The light around the display that its pictures were made for; `nil` where nothing is said.
  package let ambientViewing: AmbientViewing?
  /// Whether its samples are encrypted.
  package let isEncrypted: Bool
  /// Whether its samples lie in this very file, not in another one that it names.
  package let isSelfContained: Bool
  /// The number of samples in the index; 0 for a fragmented file, or where the tables don't parse.
  package let sampleCount: UInt64
  /// The end of the last byte that the sample table refers to; `nil` without samples, or where the tables don't parse.
  package let sampleDataEnd: UInt64?
}

extension Track {
  /// Reads a `trak` box.
  ///
  /// - Throws: `malformed` without headers; sample tables that don't parse only leave their facts unknown, because
  ///   whether the samples can be read is for the demuxer to find out.
  init(_ box: Box) throws(ISOMediaError) {
    let header = try box.header("tkhd")
    let media = try box.header("mdia", "mdhd")
    let description = box.sampleDescription
    let table = try? box.sampleTable()
    trackID = header.identifier
    handlerType = box.handlerType
    sampleEntryTypes = description?.entryTypes ?? []
    duration = header.duration
    times = header.times
    mediaTimescale = media.identifier
    mediaDuration = media.duration
    mediaTimes = media.times
    editList = box.descendant("edts", "elst").flatMap { try? EditList($0) }?.entries ?? []
    references = box.trackReferences
    userData = box["udta"]?.detached
    metadata = box["meta"]?.detached
    ambientViewing = description?.ambientViewing
    isEncrypted = description?.isEncrypted ?? false
    isSelfContained = box.isSelfContained
    sampleCount = table?.sampleCount ?? 0
    sampleDataEnd = table?.sampleDataEnd
  }
}

/// Parts of a `trak` box.
extension Box {
  /// The kind of media.
  var handlerType: FourCharacterCode? {
    descendant("mdia", "hdlr")?.payloadSlice.code(at: 8)
  }

  /// What the samples are.
  var sampleDescription: SampleDescription? {
    descendant("mdia", "minf", "stbl", "stsd").map { SampleDescription($0, handler: handlerType) }
  }

  /// Where the samples lie.
  func sampleTable() throws(ISOMediaError) -> SampleTable {
    guard let box = descendant("mdia", "minf", "stbl") else { throw .malformed("a track has no 'stbl'") }
    return try SampleTable(box, packedSound: sampleDescription?.packedSound)
  }

  /// Whether every data reference says that the samples are in the same file.
  var isSelfContained: Bool {
    guard let references = descendant("mdia", "minf", "dinf", "dref") else { return true }
    return Box.list("dref", references.payloadSlice.from(8)).children.allSatisfy {
      $0.payloadSlice.unsigned32(at: 0).map { $0 & 1 == 1 } ?? false
    }
  }
}
