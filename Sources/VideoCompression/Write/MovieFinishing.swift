internal import FFmpeg
internal import ISOMedia
internal import Media

/// Gives a finished ISO base media file what the muxer can't: its index in front, the source's dates, places and names
/// word for word, and tracks that FFmpeg doesn't know.
struct MovieFinishing {
  let plan: CompressionPlan
  let result: PipelineResult
  let source: SourceDescription
  let control: JobControl

  /// Rewrites the index of the temporary file.
  func finish(_ file: TemporaryFile) throws {
    do {
      let boxes = source.container.isISOBaseMedia ? try MovieFile.read(path: source.path) : nil
      try MovieFinisher.finish(
        path: file.path,
        edits: MovieEdits(
          metadata: metadata(boxes), entries: entries, creation: creation, isQuickTime: plan.container == .mov,
          carriedTracks: carriedTracks, languages: languages, sampleEntryBoxes: sampleEntryBoxes),
        isCancelled: { control.isCancelled })
    } catch {
      try control.check()
      if let number = error.systemErrorNumber {
        throw CompressionError.writing(SystemError("write", number: number), path: plan.destination, stage: .write)
      }
      throw CompressionError(
        code: .encodingFailed, message: "the result's index can't be finished", stage: .write, cause: error.message)
    }
  }

  private var entries: [MetadataItem] {
    plan.metadataEntries.filter { $0.key != MetadataEntry.creationTime }.map {
      MetadataItem(key: $0.key, value: $0.value)
    }
  }

  /// Seconds since 1904; 0 means that the time isn't known.
  private var creation: UInt64? {
    guard let entry = plan.metadataEntries.last(where: { $0.key == MetadataEntry.creationTime }) else { return nil }
    return entry.secondsSince1904 ?? 0
  }

  private func metadata(_ boxes: MovieFile?) -> MovieEdits.Metadata {
    guard plan.metadata == .keep else { return .stripped }
    if let boxes { return .carried(from: boxes, matching: matches) }
    // The muxer knows the names of iTunes; what else a source says stands beside them under its own names.
    let known = [
      "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright", "grouping",
      "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords", "creation_time", "track",
      "disc", "encoder",
    ]
    let kept = OutputLayout.keptMetadata(source.metadata, policy: .keep)
    return .added(
      kept.filter { !known.contains($0.key.lowercased()) }.sorted { $0.key < $1.key }.map {
        MetadataItem(key: $0.key.lowercased() == "location" ? "location" : $0.key, value: $0.value)
      })
  }

  /// Tracks of the output and of the source that belong together; both muxers count streams in the index's order.
  private var matches: [TrackMatch] {
    result.streams.filter { !$0.isStill }.enumerated().map {
      TrackMatch(outputIndex: $0.offset, sourceIndex: $0.element.sourceIndex)
    }
  }

  private var languages: [Int: String] {
    var languages: [Int: String] = [:]
    for match in matches {
      let language = source.streams.first { $0.index == match.sourceIndex }?.language
      guard let language, language.utf8.count == 3, language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
        continue
      }
      languages[match.outputIndex] = language
    }
    return languages
  }

  /// The muxer has no place for the light around the display.
  private var sampleEntryBoxes: [Int: [Box]] {
    let light = result.encoded == nil ? source.film?.video?.hdr.ambientViewing : plan.video.hdr.ambientViewing
    guard let light, let film = matches.first(where: { $0.sourceIndex == plan.video.streamIndex }) else { return [:] }
    let values = AmbientViewing(
      illuminance: UInt32(clamping: light.illuminance), lightX: UInt16(clamping: light.light.x),
      lightY: UInt16(clamping: light.light.y))
    return [film.outputIndex: [values.box]]
  }

  private var carriedTracks: CarriedTracks? {
    let indices = plan.streams.filter { $0.action == .carryTrack }.map(\.sourceIndex)
    guard !indices.isEmpty else { return nil }
    return CarriedTracks(sourcePath: source.path, sourceIndices: indices, matches: matches)
  }
}
