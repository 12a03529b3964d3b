/// Keeps the frames nearest to evenly spaced moments, by time: where the film has fewer than are wanted, all of them.
public struct EvenlySpacedFrames: FrameReducer {
  /// Makes the reducer.
  public init() {}

  public func keptFrames(of frames: [FrameSummary], atMost rate: Double, duration: Double) -> [Int]? {
    guard let first = frames.first, rate > 0, duration > 0 else { return nil }
    guard Double(frames.count) > rate * duration else { return nil }
    let count = max(1, Int((rate * duration).rounded()))
    var kept = [0]
    var position = 0
    for moment in 1..<max(count, 1) where count > 1 {
      let time = first.time + Double(moment) / rate
      // A moment in the middle of two frames, but for the rounding of their times, gets the later one.
      while position + 1 < frames.count,
        frames[position + 1].time - time <= time - frames[position].time + 1e-6
      {
        position += 1
      }
      if position > kept[kept.count - 1] { kept.append(position) }
    }
    return kept
  }
}
