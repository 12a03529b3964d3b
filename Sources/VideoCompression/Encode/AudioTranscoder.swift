internal import FFmpeg
internal import Media

/// The stage that decodes one sound track, or several that are mixed, and encodes the sound.
struct AudioTranscoder {
  /// The source's streams; their packets come through one channel.
  let streams: [InputStream]
  let plan: AudioPlan
  let timeline: TimelinePlan
  let damagePolicy: DamagePolicy
  let packets: Channel<Packet>
  let encoder: any SoundEncoder
  let writer: Channel<WriteItem>
  let output: Int
  let control: JobControl

  /// Transcodes to the end.
  ///
  /// - Returns: Packets that didn't decode.
  func run() throws -> Int {
    // A writer that has given up mustn't leave the reader waiting for room.
    defer { packets.cancel() }
    var inputs = try streams.map {
      try SoundInput($0, plan: plan, timeline: timeline, damagePolicy: damagePolicy, control: control)
    }
    var mixer = try SoundMixer(
      tracks: inputs.count, plan: plan, timeline: timeline, encoder: encoder, control: control)
    if try transcode(&inputs, &mixer) {
      try encoding { () throws(FFmpegError) in try encoder.finish() }
      _ = try sendPackets()
    }
    return inputs.reduce(0) { $0 + $1.damaged }
  }

  /// - Returns: Whether the writer listened to the end.
  private func transcode(_ inputs: inout [SoundInput], _ mixer: inout SoundMixer) throws -> Bool {
    while let packet = packets.receive() {
      try control.check()
      guard let track = inputs.firstIndex(where: { $0.stream.index == packet.streamIndex }) else { continue }
      for frame in try inputs[track].add(packet) {
        guard try mixer.add(frame, from: track, encode) else { return false }
      }
    }
    try control.check()
    for track in inputs.indices {
      for frame in try inputs[track].finish() {
        guard try mixer.add(frame, from: track, encode) else { return false }
      }
    }
    return try mixer.finish(encode)
  }

  /// - Returns: Whether the writer still listens.
  private func encode(_ frame: Frame) throws -> Bool {
    try encoding { () throws(FFmpegError) in try encoder.send(frame) }
    return try sendPackets()
  }

  private func sendPackets() throws -> Bool {
    while true {
      var received = Received<Packet>.needsInput
      try encoding { () throws(FFmpegError) in received = try encoder.receive() }
      guard case .ready(let packet) = received else { return true }
      guard writer.send(WriteItem(output: output, packet: packet, timeBase: encoder.timeBase)) else { return false }
    }
  }

  private func encoding(_ body: () throws(FFmpegError) -> Void) throws {
    do { try body() } catch {
      try control.check()
      throw CompressionError.encoding(error, what: "encoding the sound")
    }
  }
}
