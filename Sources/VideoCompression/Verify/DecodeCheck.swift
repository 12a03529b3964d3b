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

  /// Decodes a few pictures from the keyframes in the middle and at the end, where these are two, both at once. The first
  /// picture was decoded for the file's description.
  func samples() throws -> Outcome {
    var outcome = Outcome()
    guard let film = file.film, let start = film.startTime, let duration = film.duration else { return outcome }
    var samples: [Sample] = []
    for part in [0.5, 1] {
      try control.check()
      do throws(FFmpegError) {
        let demuxer = try Demuxer(path: path, interruption: control.interruption, analysis: .none)
        guard let stream = demuxer.streams.first(where: { $0.index == film.index }) else { return outcome }
        demuxer.keepOnly([film.index])
        try demuxer.seek(
          to: Timestamp.ticks(seconds: start + duration * part, in: stream.timeBase), stream: film.index)
        guard let first = try demuxer.read() else { continue }
        if samples.contains(where: { $0.first.presentationTime == first.presentationTime }) { continue }
        samples.append(Sample(demuxer: demuxer, stream: stream, first: first))
      } catch {
        try control.check()
        outcome.error = outcome.error ?? "\(error)"
      }
    }
    for found in try concurrently(samples.map { Handover($0) }, { try decode($0.value) }) {
      outcome.count += found.count
      outcome.error = outcome.error ?? found.error
    }
    return outcome
  }

  /// A keyframe, and what gives the packets behind it.
  private struct Sample {
    let demuxer: Demuxer
    let stream: InputStream
    let first: Packet
  }

  /// Decodes from a keyframe until a few pictures have come out.
  private func decode(_ sample: Sample) throws -> Outcome {
    var outcome = Outcome()
    do {
      let decoder = try Decoder(sample.stream.parameters, timeBase: sample.stream.timeBase, threads: 1)
      var next: Packet? = sample.first
      while outcome.count < 2, let packet = next {
        try control.check()
        try decoder.send(packet)
        try count(decoder, stream: packet.streamIndex, &outcome)
        next = try sample.demuxer.read()
      }
      guard outcome.count == 0 else { return outcome }
      try decoder.finish()
      try count(decoder, stream: nil, &outcome)
      if outcome.count == 0 { outcome.error = outcome.error ?? "no picture at a sampled place" }
    } catch let error as FFmpegError {
      try control.check()
      outcome.error = outcome.error ?? "\(error)"
    }
    return outcome
  }

  private func count(_ decoder: Decoder, stream: Int?, _ outcome: inout Outcome) throws {
    while case .ready(let frame) = try decoder.receive() {
      guard stream == nil || stream == file.film?.index else { continue }
      outcome.count += 1
      if frame.isDamaged { outcome.error = outcome.error ?? "a damaged picture" }
    }
  }
}
