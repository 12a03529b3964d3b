/// Entries of a movie's metadata that someone sets, whatever the file said before.
extension Box {
  /// Sets entries of a `moov` box; an empty value removes what the file says of the key. Where an entry stands in
  /// several places, it changes in all of them, so that readers agree.
  ///
  /// - Parameters:
  ///   - entries: Keys in FFmpeg's spelling, and values.
  ///   - isQuickTime: Whether the file is QuickTime's, whose own place for names differs from MP4's.
  mutating func set(_ entries: [MetadataItem], isQuickTime: Bool) throws(ISOMediaError) {
    guard !entries.isEmpty else { return }
    var userData = Box.list("udta", self["udta"]?.payloadSlice ?? [])
    for entry in entries {
      if entry.key == "location" {
        // 3GPP's own form of a place would say something else.
        userData.removeAll("loci")
        userData.removeAll("©xyz")
        if !entry.value.isEmpty { userData.append(Box("©xyz", try Self.internationalText(entry.value))) }
      } else if let code = Self.codes[entry.key] {
        let hadText = userData[code] != nil
        userData.removeAll(code)
        if !entry.value.isEmpty, isQuickTime || hadText {
          userData.append(Box(code, try Self.internationalText(entry.value)))
        }
        userData.setListed(code, entry.value, isAdded: !isQuickTime)
        try setNamed(entry.key, entry.value, isAdded: false)
        try setNamed("com.apple.quicktime.\(entry.key)", entry.value, isAdded: false)
      } else {
        try setNamed(entry.key, entry.value, isAdded: true)
      }
    }
    setUserData(userData)
  }

  /// Sets when the movie and its tracks were made.
  mutating func setCreation(_ time: UInt64) throws(ISOMediaError) {
    let times = RecordedTimes(creation: time, modification: time)
    try editHeader("mvhd") { $0.times = times }
    try editAll("trak") { (_, track) throws(ISOMediaError) in
      try track.editHeader("tkhd") { $0.times = times }
      try track.editHeader("mdia", "mdhd") { $0.times = times }
    }
  }

  /// The item of a name in the movie's own list.
  private mutating func setNamed(_ key: String, _ value: String, isAdded: Bool) throws(ISOMediaError) {
    guard isAdded || self["meta"] != nil else { return }
    var list: KeyedMetadata
    if let box = self["meta"] {
      do { list = try KeyedMetadata(box) } catch {
        guard isAdded else { return }
        throw error
      }
    } else {
      list = KeyedMetadata()
    }
    if value.isEmpty {
      list.remove(key)
    } else if isAdded || list.contains(key) {
      list.set(MetadataItem(key: key, value: value))
    }
    replace(with: list.box)
  }

  /// The item of a code in the list that iTunes made (`udta/meta/ilst`).
  private mutating func setListed(_ code: FourCharacterCode, _ value: String, isAdded: Bool) {
    var handler: [UInt8] = Array(repeating: 0, count: 8)
    handler += FourCharacterCode("mdir").bytes + FourCharacterCode("appl").bytes
    handler += Array(repeating: 0, count: 9)
    var metadata = Box("meta", boxes: [Box("hdlr", handler)])
    if let box = self["meta"] {
      // QuickTime's form has no version and flags in front.
      metadata = Box.list("meta", box.payloadSlice.from(box.payloadSlice.code(at: 4) == "hdlr" ? 0 : 4))
      guard metadata["hdlr"]?.payloadSlice.code(at: 8) == "mdir" else { return }
    } else if !isAdded {
      return
    }
    var items = Box.list("ilst", metadata["ilst"]?.payloadSlice ?? [])
    guard isAdded || items[code] != nil else { return }
    items.removeAll(code)
    // The value's type 1 is UTF-8; its locale 0 is any.
    if !value.isEmpty {
      items.append(Box(code, boxes: [Box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(value.utf8))]))
    }
    metadata.replace(with: items)
    replace(with: Box("meta", [0, 0, 0, 0] + metadata.payload))
  }

  private static let codes: [String: FourCharacterCode] = [
    "title": "©nam", "artist": "©ART", "album_artist": "aART", "composer": "©wrt", "album": "©alb", "date": "©day",
    "comment": "©cmt", "genre": "©gen", "copyright": "cprt", "grouping": "©grp", "lyrics": "©lyr",
    "description": "desc",
    "synopsis": "ldes", "show": "tvsh", "network": "tvnn", "keywords": "keyw",
  ]
}
