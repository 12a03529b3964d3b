internal import Glibc

/// Plays sound faster or slower as a tape does, so that its pitch follows: each sample is read at its place in the source,
/// between samples by a windowed sinc. Faster, what would be too high to be heard right is filtered out.
struct TapeResampler {
  /// Waves of the sinc on either side.
  private static let waves = 16.0
  private static let steps = 256
  /// The share of what the rate can hold that is kept, so that the filter may be short.
  private static let cutoff = 0.94
  /// The kernel from its middle on, with one value more to interpolate to.
  private static let kernel: [Float] = (0...(Int(waves) * steps + 1)).map { index in
    let x = Double(index) / Double(steps)
    guard x < waves else { return 0 }
    // Blackman's window.
    let angle = Double.pi * (x / waves + 1)
    let window = 0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle)
    let wave = Double.pi * x * cutoff
    return Float((x == 0 ? 1 : sin(wave) / wave) * window * cutoff)
  }

  private let clock: SampleClock
  private var input: SampleBuffer
  private var position: Int

  /// Begins at a sample of the source.
  init(clock: SampleClock, channelCount: Int, from start: Int) {
    self.clock = clock
    input = SampleBuffer(channelCount: channelCount, base: start)
    position = clock.result(start)
  }

  /// Takes samples that belong at a place.
  mutating func add(_ samples: [[Float]], at place: Int) { input.append(samples, at: place) }

  /// Gives the samples that are ready; all that are left when nothing follows.
  mutating func read(isLast: Bool) -> [[Float]] {
    var output = [[Float]](repeating: [], count: input.channels.count)
    let end = isLast ? clock.result(input.end) : .max / 2
    while position < end {
      let place = clock.exactSource(position)
      let width = max(1, clock.speed(at: position))
      let half = Self.waves * width
      guard isLast || place + half < Double(input.end) else { break }
      let first = Int((place - half).rounded(.up))
      let last = Int((place + half).rounded(.down))
      var weights: [Float] = []
      weights.reserveCapacity(last - first + 1)
      for number in first...last {
        let x = abs(Double(number) - place) / width * Double(Self.steps)
        let index = Int(x)
        let part = Float(x - Double(index))
        weights.append(Self.kernel[index] * (1 - part) + Self.kernel[index + 1] * part)
      }
      let scale = Float(1 / width)
      for channel in input.channels.indices {
        var sum: Float = 0
        for (index, weight) in weights.enumerated() { sum += weight * input.sample(channel, at: first + index) }
        output[channel].append(sum * scale)
      }
      position += 1
      input.forget(before: first)
    }
    return output
  }
}
