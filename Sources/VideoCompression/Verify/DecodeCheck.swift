internal import FFmpeg
internal import Media

/// Decodes a finished file, or samples of it, by software.
struct DecodeCheck {
  let path: String
  let file: SourceDescription
  let control: JobControl

  struct Outcome {
    /// Frames of the film that were decoded.
    var count = 0
    /// The first complaint of a decoder; `nil` when there was none.
    var error: String?
  }

  /// Decodes every picture and every sound.
  func everything() throws -> Outcome {
    var outcome = Outcome()
    let demuxer = try Demuxer(path: path, interruption: control.interruption, analysis: .none)
    var decoders: [Int: Decoder] = [:]
    let wanted = file.streams.filter { $0.role == .film || $0.role == .sound && $0.isDecodable }.map(\.index)
    for stream in demuxer.streams where wanted.contains(stream.index) {
      decoders[stream.index] = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 0)
    }
    demuxer.keepOnly(Set(wanted))
    do {
      while let packet = try demuxer.read() {
        try control.check()
        guard let decoder = decoders[packet.streamIndex] else { continue }
        try decoder.send(packet)
        try count(decoder, stream: packet.streamIndex, &outcome)
      }
      for (index, decoder) in decoders {
        try decoder.finish()
        try count(decoder, stream: index, &outcome)
      }
    } catch let error as FFmpegError {
      outcome.error = "\(error)"
    }
    return outcome
  }

  /// Decodes a few pictures from the keyframes in the middle and at the end, where these are two. The first picture was
  /// decoded for the file's description.
  func samples() throws -> Outcome {
    var outcome = Outcome()
    guard let film = file.film, let start = film.startTime, let duration = film.duration else { return outcome }
    let demuxer = try Demuxer(path: path, interruption: control.interruption, analysis: .none)
    guard let stream = demuxer.streams.first(where: { $0.index == film.index }) else { return outcome }
    demuxer.keepOnly([film.index])
    let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 1)
    var sampled: Set<Int64?> = []
    for part in [0.5, 1] {
      try control.check()
      do {
        try demuxer.seek(
          to: Timestamp.ticks(seconds: start + duration * part, in: stream.timeBase), stream: film.index)
        guard let first = try demuxer.read(), sampled.insert(first.presentationTime).inserted else { continue }
        decoder.reset()
        try sample(first, demuxer, decoder, &outcome)
      } catch let error as FFmpegError {
        try control.check()
        outcome.error = outcome.error ?? "\(error)"
      }
    }
    return outcome
  }

  /// Decodes from a keyframe until a few pictures have come out.
  private func sample(
    _ first: Packet, _ demuxer: Demuxer, _ decoder: Decoder, _ outcome: inout Outcome
  ) throws {
    let before = outcome.count
    var next: Packet? = first
    while outcome.count < before + 2, let packet = next {
      try decoder.send(packet)
      try count(decoder, stream: packet.streamIndex, &outcome)
      next = try demuxer.read()
    }
    guard outcome.count == before else { return }
    try decoder.finish()
    try count(decoder, stream: nil, &outcome)
    if outcome.count == before { outcome.error = outcome.error ?? "no picture at a sampled place" }
  }

  private func count(_ decoder: Decoder, stream: Int?, _ outcome: inout Outcome) throws {
    while case .ready(let frame) = try decoder.receive() {
      guard stream == nil || stream == file.film?.index else { continue }
      outcome.count += 1
      if frame.isDamaged { outcome.error = outcome.error ?? "a damaged picture" }
    }
  }
}
