internal import FFmpeg
internal import ISOMedia
internal import Media

/// One look at a file: the container's words, every packet, the first picture.
///
/// What an index tells of packets isn't read from the file, but for those with something to look at in them.
struct FileReader {
  let path: String
  let byteCount: Int64
  let control: JobControl
  let isOurs: Bool

  /// Looks, and puts together what was seen.
  func look() throws -> Probe.Look {
    let boxes = try? MovieFile.read(path: path)
    let demuxer: Demuxer
    do {
      // A result is read as a whole, for it is to be checked.
      let tellsAll = boxes.map { !$0.isFragmented && !$0.tracks.contains(where: \.isEncrypted) } ?? false
      demuxer = try Demuxer(
        path: path, interruption: control.interruption, analysis: isOurs ? .none : .packets,
        isSparse: tellsAll && !isOurs)
    } catch {
      try control.check()
      // Some scramblings are more than the demuxer can even describe.
      if boxes?.tracks.contains(where: \.isEncrypted) == true { throw CompressionError.encrypted(path) }
      throw CompressionError.reading(error, path: path, stage: .probe)
    }
    var look = PacketLook(demuxer: demuxer)
    do {
      try look.readAll(control: control)
    } catch let error as FFmpegError {
      try control.check()
      throw CompressionError.reading(error, path: path, stage: .probe)
    }
    let source = SourceAssembly(
      path: path, byteCount: byteCount, demuxer: demuxer, look: look, boxes: boxes
    ).describe()
    let film = source.film
    let times = film.map { look.scans[$0.index].pictureTimes(count: $0.video?.frameCount ?? 0) } ?? []
    return Probe.Look(
      source: source, streams: demuxer.streams, frameTimes: times,
      frameMetadata: film.flatMap { look.metadata[$0.index]?.frames })
  }
}

/// Every packet counted, and the first picture of each moving stream decoded.
struct PacketLook {
  let demuxer: Demuxer
  private(set) var scans: [StreamScan]
  private(set) var firstPictures: [Int: Frame] = [:]
  /// What pictures carry beside their samples, by stream.
  private(set) var metadata: [Int: MetadataLook] = [:]
  private(set) var readError: FFmpegError?
  private var decoders: [Int: Decoder] = [:]
  /// Packets that a decoder gets before it is given up: more than any codec holds back.
  private var patience: [Int: Int] = [:]

  init(demuxer: Demuxer) {
    self.demuxer = demuxer
    scans = demuxer.streams.map { StreamScan(timeBase: $0.timeBase, keepsTimes: $0.parameters.kind == .video) }
    for stream in demuxer.streams
    where stream.parameters.kind == .video && stream.attachedPicture == nil && stream.parameters.isDecodable {
      decoders[stream.index] = try? Decoder(stream.parameters, timeBase: stream.timeBase, threads: 1)
      patience[stream.index] = 120
      metadata[stream.index] = MetadataLook(stream)
    }
  }

  mutating func readAll(control: JobControl) throws {
    var looksAtAll = true
    while true {
      try control.check()
      if looksAtAll, decoders.isEmpty {
        looksAtAll = false
        demuxer.read(only: packetsToLookAt)
      }
      let packet: Packet
      do {
        guard let next = try demuxer.read() else { break }
        packet = next
      } catch {
        try control.check()
        // What was read until here is described; the rest is damage.
        readError = error
        break
      }
      guard scans.indices.contains(packet.streamIndex) else { continue }
      scans[packet.streamIndex].add(packet)
      metadata[packet.streamIndex]?.add(packet)
      decodeFirst(packet)
    }
    if readError == nil { readError = demuxer.readError }
    for index in decoders.keys where firstPictures[index] == nil { drain(index) }
  }

  /// The packets with something to see in them: those of codecs that FFmpeg splits or joins, and those that may carry
  /// metadata. Of H.264 FFmpeg tells keyframes by what is in them.
  private func packetsToLookAt(of stream: InputStream) -> ReadPackets {
    let codec = stream.parameters.codecName
    guard ["h264", "prores", "aac", "alac"].contains(codec) || codec.hasPrefix("pcm_") else { return .all }
    guard let look = metadata[stream.index] else { return codec == "h264" ? .keyframes : .none }
    return look.looksAtKeyframesOnly ? .keyframes : .all
  }

  private mutating func decodeFirst(_ packet: Packet) {
    let index = packet.streamIndex
    guard let decoder = decoders[index] else { return }
    let isFirst = scans[index].packetCount + scans[index].hiddenCount == 1
    // A packet that doesn't decode is damage only if the job meets it; a look goes on.
    try? decoder.send(packet)
    if case .ready(let frame)? = try? decoder.receive() {
      found(frame, index)
    } else if isFirst, packet.isKeyframe, let frame = alone(packet, decoder) {
      found(frame, index)
    } else {
      patience[index, default: 0] -= 1
      if patience[index, default: 0] <= 0 { decoders[index] = nil }
    }
  }

  private mutating func found(_ frame: Frame, _ index: Int) {
    firstPictures[index] = frame
    decoders[index] = nil
  }

  /// The picture of a keyframe that is all that a decoder got so far.
  ///
  /// Decoders hold pictures back until they know the order; told that nothing follows, it gives this one, rather than after
  /// several more were decoded. `nil` when that didn't help; it has the keyframe once more then.
  private func alone(_ packet: Packet, _ decoder: Decoder) -> Frame? {
    if (try? decoder.finish()) != nil, case .ready(let frame)? = try? decoder.receive(), !frame.isDamaged {
      return frame
    }
    decoder.reset()
    try? decoder.send(packet)
    return nil
  }

  private mutating func drain(_ index: Int) {
    guard let decoder = decoders[index] else { return }
    try? decoder.finish()
    if case .ready(let frame)? = try? decoder.receive() { firstPictures[index] = frame }
    decoders[index] = nil
  }
}
