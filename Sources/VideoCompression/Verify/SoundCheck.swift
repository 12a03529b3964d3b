internal import Capabilities
internal import FFmpeg
internal import Media

/// Holds encoded sound against the plan by decoding a little of it: a container may say what isn't so.
struct SoundCheck {
  let path: String
  let control: JobControl

  /// What decoding tells of a stream.
  private struct Found {
    var profile: String?
    var channels = 0
    var sampleRate = 0
  }

  /// Checks the streams of the file that were encoded.
  ///
  /// - Parameter planned: The plans by the index among the file's streams.
  func check(_ planned: [Int: AudioPlan], _ checks: inout CheckList) throws {
    guard !planned.isEmpty else { return }
    let found = try listen(to: Set(planned.keys))
    for (index, plan) in planned.sorted(by: { $0.key < $1.key }) {
      let name = "stream \(index) (audio)"
      let sound = found[index]
      if plan.codec.isHighEfficiency {
        checks.equal("\(name) profile", expected: plan.codec.profileName ?? "", found: sound?.profile ?? "none")
      }
      checks.equal("\(name) channels", expected: "\(plan.channels)", found: "\(sound?.channels ?? 0)")
      // Whatever went into Opus, decoders give 48 kHz (RFC 6716, 2).
      let rate = plan.codec == .opus ? 48_000 : plan.sampleRate
      checks.equal("\(name) sample rate", expected: "\(rate)", found: "\(sound?.sampleRate ?? 0)")
    }
  }

  private static let enough = 4
  private static let tooMany = 64

  /// Decodes the first packets of each stream until some samples came out.
  private func listen(to wanted: Set<Int>) throws -> [Int: Found] {
    var found: [Int: Found] = [:]
    do {
      let demuxer = try Demuxer(path: path, interruption: control.interruption, analysis: .none)
      demuxer.keepOnly(wanted)
      var decoders: [Int: Decoder] = [:]
      for stream in demuxer.streams where wanted.contains(stream.index) {
        decoders[stream.index] = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 1)
      }
      var packets: [Int: Int] = [:]
      while !decoders.isEmpty, let packet = try demuxer.read() {
        try control.check()
        guard let decoder = decoders[packet.streamIndex] else { continue }
        try decoder.send(packet)
        while case .ready(let frame) = try decoder.receive() {
          found[packet.streamIndex] = Found(
            profile: decoder.profileName, channels: frame.channelCount, sampleRate: frame.sampleRate)
        }
        packets[packet.streamIndex, default: 0] += 1
        // An edit list hides the first packets of an encoder's run-up; the kind of HE-AAC shows in those behind.
        let count = packets[packet.streamIndex, default: 0]
        if count >= Self.enough, found[packet.streamIndex] != nil || count >= Self.tooMany {
          decoders[packet.streamIndex] = nil
        }
      }
      for (index, decoder) in decoders where found[index] == nil {
        try decoder.finish()
        guard case .ready(let frame) = try decoder.receive() else { continue }
        found[index] = Found(
          profile: decoder.profileName, channels: frame.channelCount, sampleRate: frame.sampleRate)
      }
    } catch is FFmpegError {
      // What isn't found is told by the checks.
      try control.check()
    }
    return found
  }
}
