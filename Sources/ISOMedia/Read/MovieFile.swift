/// What an ISO base media or QuickTime file says about itself, read without touching its media data.
package struct MovieFile: Sendable, Hashable {
  /// What the file was opened by.
  package let path: String
  /// The length of the file.
  package let byteCount: UInt64
  /// The boxes that lie directly in the file, in order.
  package let boxes: [TopLevelBox]
  /// The first brand of `ftyp`; `nil` in old QuickTime movies, which have no such box.
  package let majorBrand: FourCharacterCode?
  /// Whether `moov` stands in front of the first `mdat`.
  package let isIndexFirst: Bool
  /// Where the file ends inside one of its boxes; `nil` for a whole file.
  package let earlyEnd: EarlyEnd?
  /// Bytes behind the last box that aren't boxes.
  package let trailingByteCount: UInt64
  /// Whether samples are indexed piece by piece (`mvex` or `moof`) instead of in the tracks' tables.
  package let isFragmented: Bool
  /// The movie's header; `nil` where the file has no `moov`, or ends inside it.
  package let header: MovieHeader?
  /// The movie's `udta` box.
  package let userData: Box?
  /// The movie's `meta` box, of QuickTime's form or ISO's.
  package let metadata: Box?
  /// The tracks, in the order of the file.
  package let tracks: [Track]

  /// Whether the file ends inside one of its boxes.
  package var endsEarly: Bool { earlyEnd != nil }

  /// The end of the last byte that a sample table refers to; beyond `byteCount` in a file that lost its end.
  package var sampleDataEnd: UInt64? {
    tracks.compactMap(\.sampleDataEnd).max()
  }
}

/// The fields of `mvhd` that describe the whole movie.
package struct MovieHeader: Sendable, Hashable {
  /// The units in a second, for the durations of the movie, its tracks and their edit lists.
  package let timescale: UInt32
  /// In `timescale`; `nil` for not known.
  package let duration: UInt64?
  /// When the movie was made and last changed.
  package let times: RecordedTimes
}

extension MovieFile {
  /// Reads the headers of the boxes and the index (`moov`), nothing else.
  ///
  /// A file without an index, or that ends inside it, is read too: `header` is `nil` then.
  ///
  /// - Throws: `notISOBaseMedia` for files of other families, `malformed` for an index whose boxes contradict one
  ///   another, `tooLarge` for one of more than 512 MiB, `system` when the file can't be opened or read.
  package static func read(path: String) throws(ISOMediaError) -> MovieFile {
    let file = try File(reading: path)
    let layout = try FileLayout(file)
    return try MovieFile(path: path, layout: layout, majorBrand: layout.majorBrand(file), movie: layout.movie(file))
  }

  private init(
    path: String, layout: FileLayout, majorBrand: FourCharacterCode?, movie: Box?
  ) throws(ISOMediaError) {
    self.path = path
    self.majorBrand = majorBrand
    byteCount = layout.fileByteCount
    boxes = layout.boxes
    isIndexFirst = layout.isIndexFirst
    earlyEnd = layout.earlyEnd
    trailingByteCount = layout.trailingByteCount
    isFragmented = layout.first("moof") != nil || movie?["mvex"] != nil
    userData = movie?["udta"]?.detached
    metadata = movie?["meta"]?.detached
    var header: MovieHeader?
    var tracks: [Track] = []
    if let movie {
      header = try MovieHeader(movie)
      for box in movie.children where box.type == "trak" { tracks.append(try Track(box)) }
    }
    self.header = header
    self.tracks = tracks
  }
}

extension MovieHeader {
  /// Reads the header of a `moov` box.
  fileprivate init(_ movie: Box) throws(ISOMediaError) {
    let fields = try movie.header("mvhd")
    self.init(timescale: fields.identifier, duration: fields.duration, times: fields.times)
  }
}

extension FileLayout {
  /// The first brand of the file type box.
  func majorBrand(_ file: File) throws(ISOMediaError) -> FourCharacterCode? {
    guard let box = first("ftyp"), box.byteCount >= UInt64(box.headerByteCount) + 4, box.end <= fileByteCount else {
      return nil
    }
    return try file.read(4, at: box.offset + UInt64(box.headerByteCount))[...].code(at: 0)
  }
}
