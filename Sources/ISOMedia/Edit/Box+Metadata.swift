/// Edits of a `moov` box's metadata.
extension Box {
  /// Replaces what the muxer wrote by what the source says.
  mutating func carryMetadata(from source: MovieFile, matching matches: [TrackMatch]) throws(ISOMediaError) {
    let chapters = chapterList
    removeAll("udta")
    removeAll("meta")
    if let userData = source.userData { append(userData) }
    setChapterList(chapters)
    if let metadata = source.metadata { append(metadata) }
    if let times = source.header?.times {
      try editHeader("mvhd") { $0.times = times }
    }
    let trackCount = children.count { $0.type == "trak" }
    for match in matches {
      guard match.outputIndex < trackCount, source.tracks.indices.contains(match.sourceIndex) else {
        throw .unsupported("output track \(match.outputIndex) can't take metadata of track \(match.sourceIndex)")
      }
    }
    try editAll("trak") { (index, track) throws(ISOMediaError) in
      for match in matches where match.outputIndex == index {
        try track.carryTrackMetadata(from: source.tracks[match.sourceIndex])
      }
    }
  }

  /// Sets the languages of tracks, by their place.
  mutating func setLanguages(_ languages: [Int: String]) throws(ISOMediaError) {
    try editAll("trak") { (index, track) throws(ISOMediaError) in
      guard let language = languages[index] else { return }
      try track.editHeader("mdia", "mdhd") { (header) throws(ISOMediaError) in try header.setLanguage(language) }
    }
  }

  private mutating func carryTrackMetadata(from source: Track) throws(ISOMediaError) {
    if let userData = source.userData { replace(with: userData) }
    if let metadata = source.metadata { replace(with: metadata) }
    try editHeader("tkhd") { $0.times = source.times }
    try editHeader("mdia", "mdhd") { $0.times = source.mediaTimes }
  }

  /// Removes all metadata and times, except for chapters.
  mutating func stripMetadata() throws(ISOMediaError) {
    let chapters = chapterList
    removeAll("udta")
    removeAll("meta")
    setChapterList(chapters)
    try editHeader("mvhd") { $0.times = .unknown }
    try editAll("trak") { (_, track) throws(ISOMediaError) in
      track.removeAll("udta")
      track.removeAll("meta")
      try track.editHeader("tkhd") { $0.times = .unknown }
      try track.editHeader("mdia", "mdhd") { $0.times = .unknown }
    }
  }

  /// The chapters in Nero's form (`udta/chpl`), whose times belong to this very file.
  private var chapterList: Box? {
    self["udta"].flatMap { Box.list("udta", $0.payloadSlice)["chpl"] }
  }

  private mutating func setChapterList(_ chapters: Box?) {
    var userData = Box.list("udta", self["udta"]?.payloadSlice ?? [])
    userData.removeAll("chpl")
    if let chapters { userData.append(chapters) }
    setUserData(userData)
  }

  mutating func setUserData(_ userData: Box) {
    if userData.byteCount > Box("udta", []).byteCount {
      replace(with: userData)
    } else {
      removeAll("udta")
    }
  }

  /// Adds items to what the muxer wrote.
  mutating func add(_ items: [MetadataItem]) throws(ISOMediaError) {
    var userData = Box.list("udta", self["udta"]?.payloadSlice ?? [])
    if let location = items.last(where: { $0.key == "location" }) {
      userData.replace(with: Box("©xyz", try Self.internationalText(location.value)))
    }
    let others = items.filter { $0.key != "location" }
    if !others.isEmpty {
      var metadata = try takeKeyedMetadata(&userData)
      for item in others { metadata.set(item) }
      replace(with: metadata.box)
    }
    setUserData(userData)
  }

  /// The movie's named items. FFmpeg's muxer puts them into `udta`, where Apple's software doesn't look; two lists
  /// would contradict each other, so that one is moved.
  private func takeKeyedMetadata(_ userData: inout Box) throws(ISOMediaError) -> KeyedMetadata {
    if let box = self["meta"] { return try KeyedMetadata(box) }
    guard let metadata = userData["meta"].flatMap({ try? KeyedMetadata($0) }) else { return KeyedMetadata() }
    userData.removeAll("meta")
    return metadata
  }

  /// QuickTime's text: its length, its language (English, as cameras write it, in five bits a letter), its bytes.
  static func internationalText(_ text: String) throws(ISOMediaError) -> [UInt8] {
    guard let length = UInt16(exactly: text.utf8.count) else { throw .tooLarge("an entry of metadata is too long") }
    var bytes: [UInt8] = []
    bytes.append16(length)
    bytes.append16(0x15C7)
    return bytes + text.utf8
  }
}
