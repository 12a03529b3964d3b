/// Samples of sound on the way, numbered on the source's timeline; where there are none, silence.
struct SampleBuffer {
  /// The samples of each channel.
  private(set) var channels: [[Float]]
  /// The sum of all channels, by which pieces are compared.
  private(set) var mono: [Float] = []
  /// The number of the first sample that is held.
  private(set) var base: Int
  /// The number behind the last sample.
  var end: Int { base + mono.count }

  init(channelCount: Int, base: Int) {
    channels = Array(repeating: [], count: channelCount)
    self.base = base
  }

  /// Adds samples that belong at a place: a gap before them is silence, what is there already stays.
  mutating func append(_ samples: [[Float]], at place: Int) {
    guard samples.count == channels.count, let count = samples.first?.count else { return }
    let gap = place - end
    if gap > 0 {
      for index in channels.indices { channels[index] += [Float](repeating: 0, count: gap) }
      mono += [Float](repeating: 0, count: gap)
    }
    let skip = min(max(0, -gap), count)
    for index in channels.indices { channels[index] += samples[index][skip...] }
    var sum = Array(samples[0][skip...])
    for channel in samples.dropFirst() {
      for index in sum.indices { sum[index] += channel[skip + index] }
    }
    mono += sum
  }

  /// Forgets what lies before a place, now and then.
  mutating func forget(before place: Int) {
    let count = min(place - base, mono.count)
    guard count > 65_536 else { return }
    for index in channels.indices { channels[index].removeFirst(count) }
    mono.removeFirst(count)
    base += count
  }

  /// The sample of a channel at a place.
  func sample(_ channel: Int, at place: Int) -> Float {
    let index = place - base
    return index >= 0 && index < mono.count ? channels[channel][index] : 0
  }

  /// Some samples of a channel from a place on.
  func samples(_ channel: Int, from place: Int, count: Int) -> [Float] {
    let (start, end) = (place - base, place - base + count)
    if start >= 0, end <= mono.count { return Array(channels[channel][start..<end]) }
    return (place..<(place + count)).map { sample(channel, at: $0) }
  }
}
