/// What finishing changes in a file's index.
package struct MovieEdits: Sendable, Hashable {
  /// What happens to the metadata that the muxer wrote. Chapters (`udta/chpl`) stay in every case.
  package enum Metadata: Sendable, Hashable {
    /// It stays.
    case kept
    /// It is replaced by the source's, verbatim: the movie's `udta`, `meta` and times, and for each match of tracks
    /// their times, and `udta` and `meta` where the source's track has them.
    case carried(from: MovieFile, matching: [TrackMatch])
    /// It is removed, with all times, also from carried tracks.
    case stripped
    /// These items join it; for sources of other container families.
    case added([MetadataItem])
  }

  /// What happens to the metadata.
  package let metadata: Metadata
  /// Entries that are set after that, in FFmpeg's spelling; an empty value removes an entry.
  package let entries: [MetadataItem]
  /// When the movie was made, if that is set anew: seconds since 1904-01-01T00:00Z.
  package let creation: UInt64?
  /// Whether the file is QuickTime's rather than MP4.
  package let isQuickTime: Bool
  /// Tracks of the source that are taken over as they are; `nil` for none.
  package let carriedTracks: CarriedTracks?

  /// Languages of tracks by their place among the output's, as three letters of ISO 639-2. QuickTime's own list, which
  /// muxers use in MOV, lacks many.
  package let languages: [Int: String]
  /// Boxes that join the sample entries of video tracks, by the track's place among the output's.
  package let sampleEntryBoxes: [Int: [Box]]

  /// Makes the edits; without arguments only the index moves to the front.
  package init(
    metadata: Metadata = .kept, entries: [MetadataItem] = [], creation: UInt64? = nil, isQuickTime: Bool = false,
    carriedTracks: CarriedTracks? = nil, languages: [Int: String] = [:],
    sampleEntryBoxes: [Int: [Box]] = [:]
  ) {
    self.metadata = metadata
    self.entries = entries
    self.creation = creation
    self.isQuickTime = isQuickTime
    self.carriedTracks = carriedTracks
    self.languages = languages
    self.sampleEntryBoxes = sampleEntryBoxes
  }
}

/// That a track of the output was made of a track of the source. Both count from 0, in the order of the files' indexes.
package struct TrackMatch: Sendable, Hashable {
  /// The output's track.
  package let outputIndex: Int
  /// The source's track.
  package let sourceIndex: Int

  /// Makes the pair.
  package init(outputIndex: Int, sourceIndex: Int) {
    self.outputIndex = outputIndex
    self.sourceIndex = sourceIndex
  }
}

/// Tracks of an ISO base media or QuickTime file that are taken over whatever their samples are.
package struct CarriedTracks: Sendable, Hashable {
  /// The file that holds them.
  package let sourcePath: String
  /// Which of its tracks, counted from 0.
  package let sourceIndices: [Int]
  /// The tracks of the output that were made of others of the source, so that references between tracks can follow.
  package let matches: [TrackMatch]

  /// Makes the choice.
  package init(sourcePath: String, sourceIndices: [Int], matches: [TrackMatch]) {
    self.sourcePath = sourcePath
    self.sourceIndices = sourceIndices
    self.matches = matches
  }
}

/// A piece of metadata as text.
package struct MetadataItem: Sendable, Hashable {
  /// The name, written as it is (`com.apple.quicktime.make`); `location` has a place of its own.
  package let key: String
  /// The value; of `location` in ISO 6709's form, such as `+48.8577+002.295/`.
  package let value: String

  /// Makes the pair.
  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
