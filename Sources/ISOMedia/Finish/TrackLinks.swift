/// Which track of the output each track of a source has become, for the references between them.
struct TrackLinks {
  /// The IDs that the carried tracks get, in the order of the choice.
  let carriedTrackIDs: [UInt32]
  /// A number that no track has.
  let nextTrackID: UInt32
  private let carried: CarriedTracks
  private let source: Box
  /// Output track IDs by source track IDs.
  private var outputIDs: [UInt32: UInt32] = [:]

  init(_ carried: CarriedTracks, source: Box, output: Box) throws(ISOMediaError) {
    self.carried = carried
    self.source = source
    var largestID: UInt32 = 0
    for track in output.children where track.type == "trak" {
      largestID = max(largestID, try track.header("tkhd").identifier)
    }
    let count = UInt32(clamping: carried.sourceIndices.count)
    guard largestID < UInt32.max - count else { throw .unsupported("the output's track IDs are used up") }
    carriedTrackIDs = (0..<count).map { largestID + 1 + $0 }
    nextTrackID = largestID + count + 1
    for match in carried.matches.reversed() {
      outputIDs[try Self.trackID(match.sourceIndex, of: source)] = try Self.trackID(match.outputIndex, of: output)
    }
    for (index, trackID) in zip(carried.sourceIndices, carriedTrackIDs) {
      outputIDs[try Self.trackID(index, of: source)] = trackID
    }
  }

  private static func trackID(_ index: Int, of movie: Box) throws(ISOMediaError) -> UInt32 {
    try movie.track(index).header("tkhd").identifier
  }

  /// References of a source's track, pointing to the tracks of the output; what isn't in the output is left out.
  func outputReferences(_ references: [TrackReference]) -> [TrackReference] {
    references.map { reference in
      TrackReference(type: reference.type, trackIDs: reference.trackIDs.compactMap { outputIDs[$0] })
    }
  }

  /// Lets the tracks made of others point to the carried ones as they did in the source: a timecode track without
  /// the video track's reference to it isn't found by players.
  func addReferences(to movie: inout Box) throws(ISOMediaError) {
    let present = Set(carriedTrackIDs)
    var wanted: [Int: [TrackReference]] = [:]
    for match in carried.matches {
      wanted[match.outputIndex] = outputReferences(try source.track(match.sourceIndex).trackReferences).map {
        TrackReference(type: $0.type, trackIDs: $0.trackIDs.filter(present.contains))
      }
    }
    try movie.editAll("trak") { (index, track) in
      for reference in wanted[index] ?? [] where !reference.trackIDs.isEmpty {
        track.addTrackReference(reference)
      }
    }
  }
}

extension Box {
  /// Adds a reference to a `trak` box, or its targets to one of the same type.
  fileprivate mutating func addTrackReference(_ added: TrackReference) {
    var references = trackReferences
    if let place = references.firstIndex(where: { $0.type == added.type }) {
      let targets = references[place].trackIDs
      let missing = added.trackIDs.filter { !targets.contains($0) }
      references[place] = TrackReference(type: added.type, trackIDs: targets + missing)
    } else {
      references.append(added)
    }
    setTrackReferences(references)
  }
}
