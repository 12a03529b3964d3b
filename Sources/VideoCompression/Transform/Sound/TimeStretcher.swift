internal import Glibc

/// Plays sound faster or slower at its pitch: short pieces of it are laid over one another at other distances, each moved
/// a little to where its waves continue those before (WSOLA: Verhelst and Roelands, ICASSP 1993).
///
/// A piece's place follows from the timeline and not from the piece before, so that nothing drifts.
struct TimeStretcher {
  private let clock: SampleClock
  /// Samples from one piece to the next: 12 ms, so that a piece holds two waves of a deep voice.
  private let hop: Int
  /// How far a piece may be moved: 10 ms.
  private let reach: Int
  /// Every how manyeth sample is compared at first.
  private let stride: Int
  private let rising: [Float]
  private var input: SampleBuffer
  /// The second half of the last piece, faded out.
  private var tail: [[Float]] = []
  /// The middle of the last piece in the source.
  private var middle: Int
  /// The number of the next sample that comes out.
  private var position: Int

  /// Begins at a sample of the source.
  init(clock: SampleClock, channelCount: Int, from start: Int) {
    self.clock = clock
    hop = max(16, clock.rate * 12 / 1000)
    reach = max(8, clock.rate / 100)
    stride = max(1, clock.rate / 5_000)
    let length = Double(hop)
    rising = (0..<hop).map { Float(0.5 - 0.5 * cos(Double.pi * (Double($0) + 0.5) / length)) }
    input = SampleBuffer(channelCount: channelCount, base: start)
    middle = start
    position = clock.result(start)
  }

  /// Takes samples that belong at a place.
  mutating func add(_ samples: [[Float]], at place: Int) { input.append(samples, at: place) }

  /// Gives the samples that are ready; all that are left when nothing follows.
  mutating func read(isLast: Bool) -> [[Float]] {
    let channels = input.channels.indices
    var output = [[Float]](repeating: [], count: input.channels.count)
    let end = isLast ? clock.result(input.end) : .max / 2
    if tail.isEmpty {
      guard isLast || input.end >= middle + hop else { return output }
      keepTail()
    }
    while position < end {
      let ideal = clock.source(position + hop)
      guard isLast || input.end >= ideal + reach + hop else { break }
      middle = place(near: ideal)
      let count = min(hop, end - position)
      for channel in channels {
        let piece = input.samples(channel, from: middle - hop, count: count)
        var index = 0
        while index < count {
          output[channel].append(tail[channel][index] + rising[index] * piece[index])
          index += 1
        }
      }
      keepTail()
      position += hop
      input.forget(before: min(middle, ideal) - reach - hop)
    }
    return output
  }

  private mutating func keepTail() {
    tail = input.channels.indices.map { channel -> [Float] in
      var piece = input.samples(channel, from: middle, count: hop)
      var index = 0
      while index < hop {
        piece[index] *= 1 - rising[index]
        index += 1
      }
      return piece
    }
  }

  /// Where the next piece's middle is, near the ideal place: where its first half is most like what follows the last one.
  private func place(near ideal: Int) -> Int {
    let next = middle + hop
    // At its own speed sound simply goes on.
    if abs(next - ideal) <= reach, clock.isPlain(from: position, to: position + hop) { return next }
    guard let best = best(around: ideal, by: stride, within: reach, every: stride) else { return ideal }
    return self.best(around: best, by: 1, within: stride - 1, every: max(1, stride / 2)) ?? best
  }

  private func best(around place: Int, by step: Int, within reach: Int, every stride: Int) -> Int? {
    var best: (place: Int, likeness: Float)?
    for shift in Swift.stride(from: -reach, through: reach, by: step) {
      guard let likeness = likeness(of: place + shift - hop, to: middle, every: stride) else { continue }
      // Of two that are as like, the nearer one.
      let bias = 1 - 0.02 * Float(abs(shift)) / Float(max(reach, 1))
      let value = likeness * (likeness > 0 ? bias : 1)
      if value > best?.likeness ?? -.infinity { best = (place + shift, value) }
    }
    return best?.place
  }

  /// How like two stretches are, from -1 to 1; `nil` in silence.
  private func likeness(of candidate: Int, to model: Int, every stride: Int) -> Float? {
    var (product, ours, theirs): (Float, Float, Float) = (0, 0, 0)
    let (a, b) = (candidate - input.base, model - input.base)
    // Beyond the samples there is silence, which adds nothing.
    var index = max(0, -min(a, b))
    let end = min(hop, input.mono.count - max(a, b))
    // By pointer, because this is where most of the time goes; the bounds are those above.
    unsafe input.mono.withUnsafeBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      while index < end {
        let x = unsafe first[a + index]
        let y = unsafe first[b + index]
        product += x * y
        ours += x * x
        theirs += y * y
        index += stride
      }
    }
    guard theirs > 1e-7, ours > 1e-7 else { return nil }
    return product / (ours * theirs).squareRoot()
  }
}
