internal import FFmpeg
internal import Media

/// Where the packets of a stream go.
enum Route {
  /// To a stage that decodes them.
  case decode(Channel<Packet>)
  /// To the writer as they are.
  case copy(output: Int, TimelineMap, declaredEnd: Int64?)
  /// To the writer as they are, cut to the range: subtitles, each of which stands alone.
  case copySubtitles(output: Int, TimelineMap)
  /// To the writer as subtitles of another kind.
  case convert(SubtitleConverter, output: Int, TimelineMap)
}

/// The stage that reads packets and sends each where it belongs.
struct Reader {
  let demuxer: Demuxer
  let routes: [Int: Route]
  let writer: Channel<WriteItem>
  let control: JobControl
  let plan: CompressionPlan

  /// Reads to the end of the file or of the range. Whatever happens, the channels behind are finished.
  func run() throws {
    defer {
      for case .decode(let channel) in routes.values { channel.finish() }
    }
    demuxer.keepOnly(Set(routes.keys))
    try seekToStart()
    var open = Set(
      plan.streams.filter { $0.kind == .video || $0.kind == .audio }.map(\.sourceIndex).filter { routes[$0] != nil })
    let ends = demuxer.streams.map { TimelineMap(plan.timeline, timeBase: $0.timeBase) }
    while !open.isEmpty {
      try control.check()
      guard let packet = try next() else { return }
      let index = packet.streamIndex
      guard let route = routes[index] else { continue }
      // Presentation never comes before decoding, so once this is past the end, nothing of the range follows.
      if let time = packet.decodeTime ?? packet.presentationTime, ends[index].isPast(time) {
        open.remove(index)
        if case .decode = route { continue }
      }
      if try send(packet, along: route) { continue }
      // A decoder that has all it needs stops listening; a writer only stops when the attempt has failed.
      guard case .decode = route else { return }
      open.remove(index)
    }
  }

  private func next() throws -> Packet? {
    do {
      return try demuxer.read()
    } catch {
      try control.check()
      guard plan.damagePolicy == .salvage else {
        throw CompressionError.reading(error, path: plan.source, stage: .read)
      }
      return nil
    }
  }

  /// - Returns: Whether the receiver still listens.
  private func send(_ packet: Packet, along route: Route) throws -> Bool {
    switch route {
    case .decode(let channel):
      return channel.send(packet)
    case .copy(let output, let map, let declaredEnd):
      guard let time = packet.presentationTime ?? packet.decodeTime else { return true }
      // Only an edit list can hide a packet; elsewhere it would be seen or heard.
      if packet.isHidden, !plan.container.isISOBaseMedia { return true }
      guard map.overlaps(time, duration: packet.duration) else { return true }
      // An edit list may end a track in the middle of its last packet, or right where that begins.
      if let declaredEnd, time + packet.duration > declaredEnd { packet.duration = max(1, declaredEnd - time) }
      guard map.changesSpeed else {
        packet.rescale(from: map.timeBase, to: map.timeBase, subtracting: map.origin)
        return writer.send(WriteItem(output: output, packet: packet, timeBase: map.timeBase))
      }
      let base = FrameTiming.fine(map.timeBase)
      packet.duration = map.result(time + packet.duration, in: base) - map.result(time, in: base)
      packet.presentationTime = packet.presentationTime.map { map.result($0, in: base) }
      packet.decodeTime = packet.decodeTime.map { map.result($0, in: base) }
      return writer.send(WriteItem(output: output, packet: packet, timeBase: base))
    case .copySubtitles(let output, let map):
      guard let time = packet.presentationTime ?? packet.decodeTime,
        map.overlaps(time, duration: packet.duration)
      else { return true }
      packet.presentationTime = time
      clip(packet, to: map)
      return writer.send(WriteItem(output: output, packet: packet, timeBase: map.timeBase))
    case .convert(let converter, let output, let map):
      guard let time = packet.presentationTime, map.overlaps(time, duration: packet.duration) else { return true }
      let converted: Packet?
      do {
        converted = try converter.convert(packet)
      } catch {
        guard plan.damagePolicy == .salvage else {
          throw CompressionError(
            code: .sourceDamaged,
            message: "a subtitle at \(DamageSearch.seconds(Timestamp.seconds(time, in: map.timeBase))) doesn't decode",
            remedy: "use --salvage to keep what is readable", stage: .decode, cause: "\(error)")
        }
        return true
      }
      guard let converted else { return true }
      clip(converted, to: map)
      return writer.send(WriteItem(output: output, packet: converted, timeBase: map.timeBase))
    }
  }

  /// Cuts a subtitle to the range and moves it to the result's timeline.
  private func clip(_ packet: Packet, to map: TimelineMap) {
    guard let time = packet.presentationTime else { return }
    let begin = max(time, map.start ?? time)
    let end = min(time + packet.duration, map.end ?? .max)
    let shown = max(0, map.result(begin, in: map.timeBase))
    packet.presentationTime = shown
    packet.decodeTime = shown
    packet.duration = max(map.result(end, in: map.timeBase) - shown, 0)
  }

  private func seekToStart() throws {
    guard let start = plan.timeline.start, start > plan.timeline.origin - 1 else { return }
    guard let film = demuxer.streams.first(where: { $0.index == plan.video.streamIndex }) else { return }
    demuxer.seek(toKeyframeBefore: Timestamp.ticks(seconds: start, in: film.timeBase), stream: film.index)
  }
}

extension Demuxer {
  /// Goes to the last place at or before a time from which a stream can be decoded, if that can be found.
  ///
  /// Only an index leads there. What has none is read from its beginning; what lies before the range is left out all the
  /// same.
  func seek(toKeyframeBefore time: Int64, stream index: Int) {
    guard ["mp4", "matroska", "avi", "flv"].contains(where: { formatName.contains($0) }) else { return }
    try? seek(to: time, stream: index)
  }
}
