internal import CFFmpeg
internal import Media

/// What the brightness of a decoded picture tells of the film: counts over blocks of 16 by 16 pixels that are spread
/// evenly over it. Brightness counts in steps of 8 bits, whatever the depth.
package struct PictureMeasures: Sendable {
  /// How often each brightness occurs, in quarter steps from 0 to 1023, without black bars above and below.
  package fileprivate(set) var histogram = [Int](repeating: 0, count: 1024)
  /// How many blocks were looked at.
  package fileprivate(set) var blocks = 0
  /// Blocks without anything in them: brightness differs by 3 steps at most.
  package fileprivate(set) var evenBlocks = 0
  /// Blocks that are exactly as in the picture before.
  package fileprivate(set) var stillBlocks = 0
  /// Blocks that the picture before doesn't foretell: they differ from it by half as much as from their own mean.
  package fileprivate(set) var movingBlocks = 0
  /// Steps of 40 and more from a pixel to its neighbor.
  package fileprivate(set) var edges = 0
  /// Such steps with an even pixel on one side at least: edges that no lens has softened.
  package fileprivate(set) var sharpEdges = 0
  /// Such steps with even pixels on both sides.
  package fileprivate(set) var cleanEdges = 0
  /// The noise of each block, as the deviation of a Laplacian (Immerkær 1996); not of those near black and white.
  package fileprivate(set) var noise: [Double] = []

  /// Pixels that were looked at.
  package var pixels: Int { blocks * 256 }
}

extension Frame {
  /// Measures a picture in the machine's memory whose first plane is brightness.
  ///
  /// - Parameters:
  ///   - previous: The picture that was shown before; nothing is still or moving without it.
  ///   - limit: How many blocks are looked at, at most.
  /// - Returns: `nil` when the picture is too small, or laid out in another way.
  package func measures(after previous: Frame?, blocks limit: Int = 1024) -> PictureMeasures? {
    guard hasLumaPlane, size.width >= 18, size.height >= 18, let window = Window(self) else { return nil }
    var before: Window?
    if let previous, previous.size == size, previous.pixelFormat == pixelFormat { before = Window(previous) }
    let (columns, rows) = ((size.width - 2) / 16, (size.height - 2) / 16)
    let step = max(1, (Double(columns * rows) / Double(limit)).rounded(.up))
    let bars = blackRows
    var measures = PictureMeasures()
    var now = [Int32](repeating: 0, count: 18 * 18)
    var then = now
    // A step that shares no factor with a row would leave columns out; a golden share of it visits all.
    for number in 0..<Int(Double(columns * rows) / step) {
      let index = min(columns * rows - 1, Int((Double(number) + 0.618 * Double(number % 2)) * step))
      let (x, y) = (index % columns * 16, index / columns * 16)
      window.read(x, y, into: &now)
      before?.read(x, y, into: &then)
      measures.add(now, after: before == nil ? nil : then, isBar: !bars.contains(y + 1) || !bars.contains(y + 16))
    }
    return measures
  }

  /// The rows between black bars above and below; all where there are none, or nothing else.
  private var blackRows: Range<Int> {
    guard let window = Window(self) else { return 0..<size.height }
    let columns = Swift.stride(from: 0, to: size.width, by: max(1, size.width / 64))
    let isBlack = { (row: Int) in columns.allSatisfy { window.sample($0, row) <= 18 * 4 } }
    guard let first = (0..<size.height).first(where: { !isBlack($0) }),
      let last = (0..<size.height).last(where: { !isBlack($0) })
    else { return 0..<size.height }
    // What compression smears over the edge doesn't belong to the picture either.
    return first == 0 && last == size.height - 1 ? 0..<size.height : min(first + 4, last)..<max(last - 3, first + 5)
  }

  private var hasLumaPlane: Bool {
    guard !isOnDevice, let format = pixelFormat, format.chromaSubsampling != .rgb else { return false }
    return format.name.hasPrefix("yuv4") || format.name.hasPrefix("yuvj4") || format.name.hasPrefix("yuva4")
      || format.name.hasPrefix("gray") || format.name.hasPrefix("nv12") || format.name.hasPrefix("p01")
  }

  /// Reads brightness in quarter steps of 8 bits.
  @safe private struct Window {
    // Kept because the samples are its.
    let frame: Frame
    let base: UnsafeMutableRawPointer
    let rowBytes: Int
    let isWide: Bool
    let shift: Int

    init?(_ frame: Frame) {
      guard let format = frame.pixelFormat, let base = unsafe frame.plane(0), (8...16).contains(format.bitDepth) else {
        return nil
      }
      self.frame = frame
      unsafe self.base = unsafe base
      rowBytes = frame.stride(0)
      isWide = format.bitDepth > 8
      // The layouts that video units take have the bits at the upper end, planar ones at the lower.
      shift = format.name.hasPrefix("p01") ? 6 : format.bitDepth - 10
    }

    func sample(_ x: Int, _ y: Int) -> Int32 {
      guard isWide else { return unsafe Int32(base.load(fromByteOffset: y * rowBytes + x, as: UInt8.self)) << 2 }
      let value = unsafe Int32(base.load(fromByteOffset: y * rowBytes + x * 2, as: UInt16.self))
      return shift < 0 ? value << Int32(-shift) : value >> Int32(shift)
    }

    /// Copies 18 by 18 samples.
    func read(_ x: Int, _ y: Int, into window: inout [Int32]) {
      var position = 0
      for row in y..<(y + 18) {
        for column in x..<(x + 18) {
          window[position] = sample(column, row)
          position += 1
        }
      }
    }
  }
}

extension PictureMeasures {
  /// Adds a block with a margin of a pixel, 18 by 18 samples in quarter steps.
  fileprivate mutating func add(_ now: [Int32], after then: [Int32]?, isBar: Bool) {
    var (lowest, highest, sum) = (Int32.max, Int32.min, Int32(0))
    var laplacian = Int32(0)
    for row in 1...16 {
      for column in 1...16 {
        let i = row * 18 + column
        let value = now[i]
        lowest = min(lowest, value)
        highest = max(highest, value)
        sum &+= value
        if !isBar { histogram[Int(min(max(value, 0), 1023))] += 1 }
        let cross = now[i - 1] &+ now[i + 1] &+ now[i - 18] &+ now[i + 18]
        let corners = now[i - 19] &+ now[i - 17] &+ now[i + 17] &+ now[i + 19]
        laplacian &+= abs(4 &* value &- 2 &* cross &+ corners)
        addEdge(now, at: i, by: 1)
        addEdge(now, at: i, by: 18)
      }
    }
    blocks += 1
    if highest - lowest <= 12 { evenBlocks += 1 }
    if lowest > 17 * 4, highest < 234 * 4 {
      noise.append((Double.pi / 2).squareRoot() / 6 * Double(laplacian) / (256 * 4))
    }
    guard let then else { return }
    var (difference, deviation) = (Int32(0), Int32(0))
    let mean = sum / 256
    for row in 1...16 {
      for column in 1...16 {
        let i = row * 18 + column
        difference &+= abs(now[i] &- then[i])
        deviation &+= abs(now[i] &- mean)
      }
    }
    if difference == 0 { stillBlocks += 1 }
    // Less than a step and a half is noise.
    if difference > 256 * 6, 2 * difference > deviation { movingBlocks += 1 }
  }

  /// Counts a step to the next sample in a direction; the margin has no further neighbor.
  private mutating func addEdge(_ samples: [Int32], at i: Int, by step: Int) {
    guard abs(samples[i + step] - samples[i]) > 160 else { return }
    let next = i + 2 * step
    guard next < samples.count, step == 18 || i % 18 < 16 else { return }
    edges += 1
    let isEvenBefore = abs(samples[i] - samples[i - step]) <= 24
    let isEvenBehind = abs(samples[next] - samples[i + step]) <= 24
    if isEvenBefore || isEvenBehind { sharpEdges += 1 }
    if isEvenBefore, isEvenBehind { cleanEdges += 1 }
  }
}
