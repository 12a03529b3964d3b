internal import FFmpeg
internal import Media

/// What reading all packets of a stream tells.
struct StreamScan {
  let timeBase: Rational
  private(set) var packetCount = 0
  private(set) var hiddenCount = 0
  private(set) var corruptCount = 0
  private(set) var byteCount: Int64 = 0
  private(set) var firstTime: Int64?
  private(set) var endTime: Int64?
  /// Presentation times of pictures in the file's order; empty for other kinds.
  private(set) var times: [Int64] = []
  private let keepsTimes: Bool

  init(timeBase: Rational, keepsTimes: Bool) {
    self.timeBase = timeBase
    self.keepsTimes = keepsTimes
  }

  mutating func add(_ packet: Packet) {
    byteCount += Int64(packet.byteCount)
    if packet.isCorrupt { corruptCount += 1 }
    guard !packet.isHidden else {
      hiddenCount += 1
      return
    }
    packetCount += 1
    guard let time = packet.presentationTime ?? packet.decodeTime else { return }
    firstTime = min(firstTime ?? time, time)
    endTime = max(endTime ?? .min, time + packet.duration)
    if keepsTimes { times.append(time) }
  }

  var startSeconds: Double? { firstTime.map { Timestamp.seconds($0, in: timeBase) } }
  var endSeconds: Double? { endTime.map { Timestamp.seconds($0, in: timeBase) } }
  var durationSeconds: Double? {
    guard let firstTime, let endTime else { return nil }
    return Timestamp.seconds(endTime - firstTime, in: timeBase)
  }

  /// Whether each picture's time is the rounding of another multiple of a rate's period.
  func followsRate(_ rate: Rational) -> Bool {
    guard times.count > 1, rate.isPositive, timeBase.isPositive, let first = firstTime else { return false }
    let period = 1 / (rate.value * timeBase.value)
    guard period > 1.5 else { return false }
    var last = -1.0
    for time in times.sorted() {
      let distance = Double(time - first)
      let frame = (distance / period).rounded()
      // Both ends are rounded by half a tick at most.
      guard frame > last, abs(frame * period - distance) <= 1.01 else { return false }
      last = frame
    }
    return true
  }

  /// When pictures are shown, in seconds, rising; of packets that are fields every second one's time.
  ///
  /// - Parameter count: How many pictures there are.
  func pictureTimes(count: Int) -> [Double] {
    let sorted = times.sorted()
    let step = sorted.count > count + count / 2 ? 2 : 1
    return stride(from: 0, to: sorted.count, by: step).map { Timestamp.seconds(sorted[$0], in: timeBase) }
  }

  /// The steps between pictures in order of presentation.
  func steps() -> FrameSteps? {
    guard times.count > 1 else { return nil }
    let sorted = times.sorted()
    var shortest = Int64.max
    var longest = Int64.min
    for (earlier, later) in zip(sorted, sorted.dropFirst()) where later > earlier {
      shortest = min(shortest, later - earlier)
      longest = max(longest, later - earlier)
    }
    guard longest > 0, let first = sorted.first, let last = sorted.last else { return nil }
    return FrameSteps(
      shortest: Timestamp.seconds(shortest, in: timeBase), longest: Timestamp.seconds(longest, in: timeBase),
      average: Timestamp.seconds(last - first, in: timeBase) / Double(sorted.count - 1),
      tick: Timestamp.seconds(1, in: timeBase))
  }
}

/// The steps between the pictures of a stream, in seconds.
struct FrameSteps {
  let shortest: Double
  let longest: Double
  let average: Double
  let tick: Double

  /// Whether the steps differ by more than the rounding of the time base and the jitter of a clock.
  var isVariable: Bool { longest - shortest > max(2.2 * tick, 0.002, average * 0.06) }
}
