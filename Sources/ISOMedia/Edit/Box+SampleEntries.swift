extension Box {
  /// Adds boxes to every sample entry of video tracks; one of a type that is there already is replaced.
  ///
  /// - Parameter additions: The boxes, by the track's place among the index's tracks, from 0.
  mutating func addToSampleEntries(_ additions: [Int: [Box]]) throws(ISOMediaError) {
    guard !additions.isEmpty else { return }
    try editAll("trak") { (number, track) throws(ISOMediaError) in
      guard let boxes = additions[number], track.handlerType == "vide" else { return }
      try track.edit(["mdia", "minf", "stbl", "stsd"]) { (description) throws(ISOMediaError) in
        description.content = .bytes(description.payloadSlice.addingToSampleEntries(boxes)[...])
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The fields of a visual sample entry in front of the boxes inside it (ISO/IEC 14496-12, 12.1.3).
  private static var entryFieldsByteCount: Int { 78 }

  /// The payload of a sample description (`stsd`) with boxes added to its entries.
  fileprivate func addingToSampleEntries(_ boxes: [Box]) -> [UInt8] {
    var list = Box.list("stsd", from(8))
    guard case .boxes(let entries, let trailing) = list.content else { return Array(self) }
    list.content = .boxes(
      entries.map { entry in
        let payload = entry.payloadSlice
        guard payload.count >= Self.entryFieldsByteCount else { return entry }
        var inside = Box.list(entry.type, payload.from(Self.entryFieldsByteCount))
        for box in boxes { inside.replace(with: box) }
        return Box(entry.type, payload.prefix(Self.entryFieldsByteCount) + inside.payloadSlice)
      }, trailing: trailing)
    return Array(prefix(8)) + list.payload
  }
}
