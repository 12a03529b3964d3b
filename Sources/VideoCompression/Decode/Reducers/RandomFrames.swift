/// Keeps a frame of each of equally long parts, by chance; the first frame always.
public struct RandomFrames: FrameReducer {
  private let seed: UInt64

  /// Makes the reducer; the same seed chooses the same frames.
  public init(seed: UInt64 = 0) { self.seed = seed }

  public func keptFrames(of frames: [FrameSummary], atMost rate: Double, duration: Double) -> [Int]? {
    guard let first = frames.first, rate > 0, duration > 0 else { return nil }
    guard Double(frames.count) > rate * duration else { return nil }
    let count = max(1, Int((rate * duration).rounded()))
    var generator = SplitMix64(seed: seed)
    var kept = [0]
    var position = 0
    for part in 0..<count {
      let end = part == count - 1 ? Double.infinity : first.time + duration * Double(part + 1) / Double(count)
      let begin = position
      // Times that are a part's end but for their rounding belong to the next.
      while position < frames.count, frames[position].time < end - 1e-6 { position += 1 }
      guard begin < position else { continue }
      let chosen = Int.random(in: begin..<position, using: &generator)
      if part > 0, chosen > kept[kept.count - 1] { kept.append(chosen) }
    }
    return kept
  }
}

/// Steele's and others' generator: numbers that are the same for the same seed on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
