/// Keeps the first frame of each scene, and spends the rest where things move.
public struct SceneAwareFrames: FrameReducer {
  /// How much a frame counts beside its motion, as a share of what they have on average: nothing stands still for ever.
  private static let share = 0.12

  /// Makes the reducer.
  public init() {}

  public var looksAtPictures: Bool { true }

  public func keptFrames(of frames: [FrameSummary], atMost rate: Double, duration: Double) -> [Int]? {
    guard !frames.isEmpty, rate > 0, duration > 0 else { return nil }
    guard Double(frames.count) > rate * duration else { return nil }
    let budget = max(1, Int((rate * duration).rounded()))
    let fixed = beginnings(in: frames, atMost: budget)
    let rest = budget - fixed.count
    guard rest > 0 else { return fixed }
    return (fixed + others(in: frames, besides: Set(fixed), count: rest)).sorted()
  }

  /// The first frame and those at cuts; the strongest cuts where there are too many.
  private func beginnings(in frames: [FrameSummary], atMost budget: Int) -> [Int] {
    let cuts = frames.indices.dropFirst().filter { frames[$0].isCut }
    let strongest = cuts.sorted { (frames[$0].change, $1) > (frames[$1].change, $0) }.prefix(budget - 1)
    return ([0] + strongest).sorted()
  }

  /// As many of the others, at equal steps of the motion that has gone by.
  private func others(in frames: [FrameSummary], besides fixed: Set<Int>, count: Int) -> [Int] {
    // The root, so that a little motion isn't lost beside much; a cut's change is none.
    let motion = frames.indices.map { fixed.contains($0) || frames[$0].isCut ? 0 : frames[$0].change.squareRoot() }
    let average = motion.reduce(0, +) / Double(frames.count)
    let base = max(average * Self.share, 1e-6)
    var candidates = frames.indices.filter { !fixed.contains($0) }
    var kept: [Int] = []
    // What a frame would get beyond itself goes to the others in another round.
    while kept.count < count, !candidates.isEmpty {
      let wanted = count - kept.count
      let total = candidates.reduce(0) { $0 + motion[$1] + base }
      let step = total / Double(wanted)
      var passed = 0.0
      var next = step / 2
      var left: [Int] = []
      for index in candidates {
        passed += motion[index] + base
        if passed >= next - 1e-12 {
          kept.append(index)
          while passed >= next - 1e-12 { next += step }
        } else {
          left.append(index)
        }
      }
      if left.count == candidates.count { break }
      candidates = left
    }
    return Array(kept.prefix(count))
  }
}
