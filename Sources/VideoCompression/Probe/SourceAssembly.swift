internal import FFmpeg
internal import ISOMedia
internal import Media

/// Puts together a description of what a look saw.
struct SourceAssembly {
  let path: String
  let byteCount: Int64
  let demuxer: Demuxer
  let look: PacketLook
  let boxes: MovieFile?

  private var damage: [Damage] {
    DamageSearch(demuxer: demuxer, look: look, boxes: boxes, fileSize: byteCount).findings()
  }
  private var endsEarly: Bool { damage.contains { $0.kind == .endsEarly } }

  func describe() -> SourceDescription {
    let streams = demuxer.streams.map { describe($0) }
    let timed = streams.filter { $0.kind == .video && $0.role != .coverArt || $0.kind == .audio }
    let start = timed.compactMap(\.startTime).min() ?? demuxer.startTime ?? 0
    var end = timed.compactMap { stream in stream.startTime.flatMap { s in stream.duration.map { s + $0 } } }.max()
    // Matroska tells how long the last frame is shown in its header only.
    if demuxer.formatName.contains("matroska"), !endsEarly, let promised = demuxer.duration {
      end = max(end ?? promised, promised)
    }
    return SourceDescription(
      path: path, byteCount: byteCount,
      container: ContainerDescription(
        formatName: demuxer.formatName, longName: demuxer.formatLongName, majorBrand: boxes?.majorBrand.map { "\($0)" },
        indexFirst: boxes?.isIndexFirst, isFragmented: boxes?.isFragmented ?? false),
      startTime: start, duration: end.map { $0 - start } ?? demuxer.duration ?? 0, streams: streams,
      chapters: demuxer.chapters, metadata: demuxer.metadata,
      isEncrypted: boxes?.tracks.contains(where: \.isEncrypted) ?? false,
      damage: damage)
  }

  private func describe(_ stream: InputStream) -> StreamDescription {
    let scan = look.scans[stream.index]
    let parameters = stream.parameters
    return StreamDescription(
      index: stream.index, kind: parameters.kind, role: role(of: stream), codec: parameters.codecName,
      codecTag: parameters.tag, profile: parameters.profileName, isDecodable: parameters.isDecodable,
      timeBase: stream.timeBase, startTime: startTime(of: stream, scan: scan),
      duration: duration(of: stream, scan: scan),
      declaredDuration: stream.duration.map { Timestamp.seconds($0, in: stream.timeBase) },
      packetCount: scan.packetCount, hiddenPacketCount: scan.hiddenCount, byteCount: scan.byteCount,
      language: stream.metadata["language"].flatMap { $0 == "und" ? nil : $0 }, title: stream.metadata["title"],
      disposition: stream.disposition, metadata: stream.metadata, editList: editList(of: track(of: stream)),
      video: parameters.kind == .video
        ? VideoFacts(
          stream: stream, scan: scan, first: look.firstPictures[stream.index], metadata: look.metadata[stream.index],
          ambient: track(of: stream)?.ambientViewing
        ).describe() : nil,
      audio: parameters.kind == .audio
        ? AudioDescription(
          channels: parameters.channels, channelLayout: parameters.channelLayout, sampleRate: parameters.sampleRate)
        : nil,
      subtitle: parameters.kind == .subtitle ? SubtitleDescription(isText: parameters.isTextSubtitle) : nil)
  }

  /// From the packets, unless an edit list tells: it may end in the middle of a packet, and with reordered pictures
  /// the last one's length isn't in its packet. A stream without time stamps lasts as long as its pictures at its rate.
  private func duration(of stream: InputStream, scan: StreamScan) -> Double? {
    guard let scanned = scan.durationSeconds else {
      guard scan.packetCount > 0, let rate = stream.averageFrameRate else { return nil }
      return Double(scan.packetCount) / rate.value
    }
    guard let boxes, !boxes.isFragmented, !endsEarly else { return scanned }
    let edits = editList(of: track(of: stream)).filter { $0.mediaTime != nil }
    // An edit list that FFmpeg couldn't follow exactly leaves pictures before zero; its length means nothing then.
    let length = edits.map(\.duration).reduce(0, +)
    guard let start = scan.startSeconds, start >= 0, length > 0 else { return scanned }
    return length
  }

  private func track(of stream: InputStream) -> Track? { boxes?.tracks.first { Int($0.trackID) == stream.id } }

  private func startTime(of stream: InputStream, scan: StreamScan) -> Double? {
    scan.startSeconds ?? (scan.packetCount > 0 && stream.averageFrameRate != nil ? 0 : nil)
  }

  private func editList(of track: Track?) -> [EditListEntry] {
    guard let track, let timescale = boxes?.header?.timescale else { return [] }
    return track.editList.map { entry in
      EditListEntry(
        duration: timescale > 0 ? Double(entry.segmentDuration) / Double(timescale) : 0,
        mediaTime: entry.mediaTime.map { track.mediaTimescale > 0 ? Double($0) / Double(track.mediaTimescale) : 0 })
    }
  }

  private func role(of stream: InputStream) -> StreamDescription.Role {
    switch stream.parameters.kind {
    case .video where stream.attachedPicture != nil || stream.disposition.contains(.attachedPicture): .coverArt
    case .video: stream.index == filmIndex ? .film : .secondaryVideo
    case .audio: .sound
    case .subtitle: .subtitle
    case .attachment: .attachment
    case .data:
      !demuxer.chapters.isEmpty && stream.parameters.tag == "text" ? .chapterNames : .data
    }
  }

  /// The film is the moving stream with the most pictures; a larger one decides a tie.
  private var filmIndex: Int? {
    let moving = demuxer.streams.filter {
      $0.parameters.kind == .video && $0.attachedPicture == nil && !$0.disposition.contains(.attachedPicture)
    }
    return moving.max { left, right in
      let (a, b) = (look.scans[left.index].packetCount, look.scans[right.index].packetCount)
      if a != b { return a < b }
      let (areaA, areaB) = (left.parameters.size, right.parameters.size)
      return areaA.width * areaA.height < areaB.width * areaB.height
    }?.index
  }
}
