/// Tells where scenes change, from coarse pictures.
///
/// A cut is a picture that is much further from the one before than pictures around it are from theirs: so fades and fast
/// motion are none. And the picture before doesn't come back soon: so flashes are none.
struct SceneDetector {
  /// Pictures on either side that tell what is usual.
  private static let neighbors = 6
  /// How many times the usual change a cut's is.
  private static let factor = 2.6
  /// The least change of a cut, in steps of 255.
  private static let floor = 11.0
  /// Settled pictures that are kept: a flash at 120 pictures a second.
  private static let memory = 48
  /// How long a flash may be, in seconds.
  private static let flash = 0.35

  private struct Picture {
    let time: Double
    /// The mean change of brightness since the one before, in steps of 255.
    let change: Double
    let parts: [UInt8]
  }

  private var pictures: [Picture] = []
  /// Whether each is a cut, of those that are settled.
  private var settled: [FilmFrames.Entry] = []
  /// Pictures are kept for as long as a cut may have to be compared with them.
  private var dropped = 0

  /// Takes the next picture.
  mutating func add(_ parts: [UInt8], at time: Double) {
    // A decoder may give two pictures of one time; they are one to whoever looks.
    if let last = pictures.last, time <= last.time { return }
    let change = pictures.last.map { Self.difference($0.parts, parts) } ?? 0
    pictures.append(Picture(time: time, change: change, parts: parts))
    settle(keeping: Self.neighbors + 1)
  }

  /// Every picture that was seen.
  mutating func entries() -> [FilmFrames.Entry] {
    settle(keeping: 0)
    return settled
  }

  /// Decides about all but the newest pictures.
  private mutating func settle(keeping count: Int) {
    while settled.count - dropped < pictures.count {
      let index = settled.count - dropped
      guard count == 0 || canSettle(index, keeping: count) else { break }
      let picture = pictures[index]
      settled.append(
        FilmFrames.Entry(time: picture.time, change: picture.change / 255, isCut: isCut(index)))
    }
    // Enough before the next one for what is usual and for a flash to begin.
    while settled.count - dropped > Self.memory {
      pictures.removeFirst()
      dropped += 1
    }
  }

  private func canSettle(_ index: Int, keeping count: Int) -> Bool {
    guard let last = pictures.last, index + count < pictures.count else { return false }
    return last.time - pictures[index].time > Self.flash || pictures.count - index > 40
  }

  private func isCut(_ index: Int) -> Bool {
    guard index > 1 else { return false }
    let change = pictures[index].change
    guard change >= Self.floor else { return false }
    let before = pictures[max(1, index - Self.neighbors)..<max(index, 1)].map(\.change)
    let after = pictures[min(index + 1, pictures.count)..<min(index + 1 + Self.neighbors, pictures.count)].map(\.change)
    guard change >= Self.factor * max(Self.usual(before), Self.usual(after)) else { return false }
    return !isFlash(index, change)
  }

  /// The median, or nothing where there is nothing to compare with.
  private static func usual(_ changes: [Double]) -> Double {
    changes.isEmpty ? 0 : changes.sorted()[changes.count / 2]
  }

  /// Whether the picture before comes back soon, or this one was there shortly before: the beginning and the end of a
  /// flash.
  private func isFlash(_ index: Int, _ change: Double) -> Bool {
    let time = pictures[index].time
    let limit = change * 0.4
    for later in pictures[(index + 1)...] {
      guard later.time - time <= Self.flash else { break }
      if Self.difference(pictures[index - 1].parts, later.parts) < limit { return true }
    }
    for earlier in pictures[..<(index - 1)].reversed() {
      guard time - earlier.time <= Self.flash + 0.05 else { break }
      if Self.difference(earlier.parts, pictures[index].parts) < limit { return true }
    }
    return false
  }

  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    guard a.count == b.count, !a.isEmpty else { return 255 }
    var sum = 0
    for index in a.indices { sum += abs(Int(a[index]) - Int(b[index])) }
    return Double(sum) / Double(a.count)
  }
}
