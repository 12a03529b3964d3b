internal import Media

/// What is done to sound, in the notation of FFmpeg's filter graphs.
struct SoundFilters {
  let plan: AudioPlan
  let timeline: TimelinePlan

  /// From a decoder's samples to those of the plan, for one track: its volume, the cut to the sample, and the form in
  /// which tracks are mixed. The volume comes first, where times are still the source's.
  ///
  /// - Parameters:
  ///   - track: How loud it is to be; `nil` for as loud as it is.
  ///   - channels: How many channels the decoder gives.
  ///   - end: Where the sound before has come to, in samples of the plan's rate on the source's timeline: what comes
  ///     earlier is left out. `nil` at the beginning.
  func conditioning(_ track: MixedTrack?, channels: Int, after end: Int64?) -> String {
    let rest = end.map { ["atrim=start_pts=\($0)"] } ?? []
    return (volume(of: track) + timing + self.channels(from: channels) + rest).joined(separator: ",")
  }

  /// From the samples of one track or of several to the encoder's.
  ///
  /// Short gaps and overlaps are evened out, so that sound stays with the picture. Several tracks are added as loud as
  /// they are; where that exceeds what samples can hold, a limiter turns the sum down before it does.
  func gathering(tracks: Int, sampleFormat: String) -> String {
    let end = form(samples: sampleFormat)
    if tracks == 1, plan.mixed.isEmpty { return "aresample=async=1,\(end)" }
    let limited = "\(Self.limiter),\(end)"
    if tracks == 1 { return "aresample=async=1,\(limited)" }
    let steady = (0..<tracks).map { "[in\($0)]aresample=async=1:first_pts=0[track\($0)]" }
    let names = (0..<tracks).map { "[track\($0)]" }.joined()
    let mix = "\(names)amix=inputs=\(tracks):duration=longest:dropout_transition=0:normalize=0,\(limited)"
    return (steady + [mix]).joined(separator: ";")
  }

  /// Its limit is just below what samples can hold, because an encoder's output swings a little further than its input.
  private static let limiter = "alimiter=level=0:latency=1:limit=0.97:attack=5:release=100"

  /// The plan's channels: one becomes both of two as loud as it is, which the resampler would turn down; a sum of more
  /// is turned down only where it exceeds what samples can hold.
  private func channels(from count: Int) -> [String] {
    let form = form(samples: "fltp")
    if count == 1, plan.channelLayout == "stereo" { return ["pan=stereo|c0=c0|c1=c0", form] }
    return count > plan.channels ? [form, Self.limiter, form] : [form]
  }

  private var timing: [String] {
    guard timeline.isTrimmed else { return [] }
    let start = timeline.start.map { "start=\($0)" }
    let end = timeline.end.map { "end=\($0)" }
    return ["atrim=" + [start, end].compactMap { $0 }.joined(separator: ":")]
  }

  private func form(samples: String) -> String {
    "aformat=sample_fmts=\(samples):sample_rates=\(plan.sampleRate):channel_layouts=\(plan.channelLayout)"
  }

  private func volume(of track: MixedTrack?) -> [String] {
    guard let track else { return [] }
    guard !track.ramps.isEmpty else { return track.volume == 1 ? [] : ["volume=\(track.volume)"] }
    // The volume is a step for each frame: with so few samples in one, the steps can't be heard.
    return [
      "asetnsamples=n=\(Self.step):p=0", "volume=eval=frame:volume='\(Self.curve(of: track))'",
      "asetnsamples=n=1024:p=0",
    ]
  }

  private static let step = 48

  /// The volume as a formula of the time `t`: a sum of steps and slopes, each of which stays where it has ended.
  static func curve(of track: MixedTrack) -> String {
    var terms = ["\(track.volume)"]
    var before = track.volume
    for ramp in track.ramps {
      if ramp.from != before { terms.append("(\(ramp.from - before))*gte(t,\(ramp.start))") }
      terms.append("(\(ramp.to - ramp.from))*clip((t-(\(ramp.start)))/\(ramp.end - ramp.start),0,1)")
      before = ramp.to
    }
    return terms.joined(separator: "+")
  }
}
