/// What a track says about others: a timecode, a chapter list, the track that it describes.
package struct TrackReference: Sendable, Hashable {
  /// The kind of the reference, such as `tmcd`, `chap` or `cdsc`.
  package let type: FourCharacterCode
  /// The IDs of the tracks that it points to.
  package let trackIDs: [UInt32]

  init(type: FourCharacterCode, trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }

  init(_ box: Box) {
    let bytes = box.payloadSlice
    type = box.type
    trackIDs = (0..<bytes.count / 4).compactMap { bytes.unsigned32(at: $0 * 4) }
  }

  var box: Box {
    var bytes: [UInt8] = []
    for trackID in trackIDs { bytes.append32(trackID) }
    return Box(type, bytes)
  }
}

extension Box {
  /// The references of a `trak` box.
  var trackReferences: [TrackReference] {
    self["tref"]?.children.map { TrackReference($0) } ?? []
  }

  /// Replaces the references of a `trak` box; without any, the `tref` box goes away.
  mutating func setTrackReferences(_ references: [TrackReference]) {
    let present = references.filter { !$0.trackIDs.isEmpty }
    if present.isEmpty {
      removeAll("tref")
    } else {
      replace(with: Box("tref", boxes: present.map(\.box)))
    }
  }
}
